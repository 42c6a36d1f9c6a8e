// Tries to be read as two files.
}
__global__ void k() {}
namespace {
