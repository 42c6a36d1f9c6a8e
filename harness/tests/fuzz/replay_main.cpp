// Feeds files, and all files below folders, to a fuzz target: for compilers without libFuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::printf("%s: %zu bytes\n", path.c_str(), text.size());
  std::fflush(stdout);  // names the file that crashes
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  for (int i = 1; i < count; ++i) {
    if (arguments[i][0] == '-') continue;  // an option of libFuzzer
    if (!fs::is_directory(arguments[i])) {
      replay(arguments[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(arguments[i])) {
      if (entry.is_regular_file()) replay(entry.path());
    }
  }
}
