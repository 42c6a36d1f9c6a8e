// As include_above.cu, spelled with a digraph.
%:include "../CMakeLists.txt"
__global__ void k() {}
