/*
 * What the library uses of the header of Windows, where clang plays MSVC: types and calls as the
 * documentation of Windows declares them. The real header is used by the port to Windows.
 */
#ifndef TRP_TESTS_WINDOWS_H
#define TRP_TESTS_WINDOWS_H

#define WINAPI __stdcall
#define INFINITE 0xFFFFFFFFu

typedef unsigned long DWORD;
typedef int BOOL;
typedef void *HANDLE;
typedef struct SRWLOCK {
    void *Ptr;
} SRWLOCK;
typedef struct CONDITION_VARIABLE {
    void *Ptr;
} CONDITION_VARIABLE;

void WINAPI InitializeSRWLock(SRWLOCK *lock);
void WINAPI AcquireSRWLockExclusive(SRWLOCK *lock);
void WINAPI ReleaseSRWLockExclusive(SRWLOCK *lock);
void WINAPI InitializeConditionVariable(CONDITION_VARIABLE *condition);
void WINAPI WakeAllConditionVariable(CONDITION_VARIABLE *condition);
BOOL WINAPI SleepConditionVariableSRW(CONDITION_VARIABLE *condition, SRWLOCK *lock,
                                      DWORD milliseconds, DWORD flags);
HANDLE WINAPI CreateThread(void *attributes, size_t stack, DWORD(WINAPI *run)(void *),
                           void *context, DWORD flags, DWORD *id);
DWORD WINAPI WaitForSingleObject(HANDLE handle, DWORD milliseconds);
BOOL WINAPI CloseHandle(HANDLE handle);

#endif
