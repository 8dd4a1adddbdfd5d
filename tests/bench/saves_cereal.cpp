/* cereal's binary archive: a vector of structs with a serialize function, as its manual shows,
 * through a string stream. */
#include "saves.h"

#include <cereal/archives/binary.hpp>
#include <cereal/types/vector.hpp>

#include <cstdlib>
#include <sstream>
#include <vector>

template <class Archive> void serialize(Archive &archive, saves_row &row)
{
    archive(row.x, row.y, row.vx, row.vy, row.health, row.kind);
}

static std::stringstream stream;

void cereal_save(const saves_row *rows, size_t count)
{
    const std::vector<saves_row> all(rows, rows + count);

    stream.str(std::string());
    stream.clear();
    cereal::BinaryOutputArchive archive(stream);
    archive(all);
}

void cereal_load(saves_row *rows, size_t count)
{
    std::vector<saves_row> all;

    stream.seekg(0);
    cereal::BinaryInputArchive archive(stream);
    archive(all);
    if (all.size() != count)
        std::abort();
    for (size_t i = 0; i < count; i++)
        rows[i] = all[i];
}
