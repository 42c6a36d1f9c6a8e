// Hides what follows the file.
constexpr int kStrides[] = {1, 2};
__global__ void k() {}
constexpr const char* text = R"(
