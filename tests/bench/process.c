/* Measured programs as processes, with a pipe in each direction. */
#define _GNU_SOURCE /* sched_setaffinity */

#include "process.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void pin(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    if (cpu >= 0 && sched_setaffinity(0, sizeof set, &set) != 0)
        perror("bench: sched_setaffinity");
}

/* In the child: executes the program with these files as its standard streams. */
static void become(char *const *arguments, int in, int out, int cpu)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    for (int fd = 3; fd < 256; fd++)
        close(fd);
    pin(cpu);
    execv(arguments[0], arguments);
    _exit(127);
}

static bool process_start(process *r, char *const *arguments, int cpu)
{
    int down[2], up[2];
    if (pipe(down) != 0)
        return false;
    if (pipe(up) != 0) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    r->pid = fork();
    if (r->pid == 0)
        become(arguments, down[0], up[1], cpu);
    close(down[0]);
    close(up[1]);
    r->to = down[1];
    r->from = fdopen(up[0], "r");
    return r->pid > 0 && r->from != NULL;
}

/* Requests one step and reads the answer. */
bool process_step(process *r, char *line, size_t size)
{
    return write(r->to, "s", 1) == 1 && fgets(line, (int)size, r->from) != NULL;
}

/* Closes the streams and waits for the end. True if the program succeeded. */
bool process_end(process *r)
{
    int status = -1;
    if (r->pid <= 0)
        return true;
    close(r->to);
    if (r->from)
        fclose(r->from);
    while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR) {
    }
    r->pid = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool program_works(const site *where, const char *program, unsigned int payload)
{
    char path[512], word[] = "list", line[64];
    char *arguments[] = {path, word, NULL};
    process r = {0};
    snprintf(path, sizeof path, "%s/%s%u.0", where->directory, program, payload);
    if (access(path, X_OK) != 0 || !process_start(&r, arguments, -1))
        return false;
    while (fgets(line, sizeof line, r.from)) {
    }
    return process_end(&r);
}

bool process_start_subject(process *r, const cell *c, subject_id id, int placement,
                           const site *where)
{
    char path[512], n[16], churn[16], step[] = "step";
    char name[32], kind[32];
    char *arguments[] = {path, kind, n, churn, name, step, NULL};
    snprintf(path, sizeof path, "%s/%s%u.%d", where->directory, subjects[id].program, c->payload,
             placement);
    snprintf(kind, sizeof kind, "%s", workload_name(c->workload));
    snprintf(name, sizeof name, "%s", subjects[id].name);
    snprintf(n, sizeof n, "%u", c->n);
    snprintf(churn, sizeof churn, "%g", c->churn / 100.0);
    return process_start(r, arguments, where->cpu);
}
