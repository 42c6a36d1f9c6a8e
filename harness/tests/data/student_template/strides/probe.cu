constexpr int kStrides[] = {1, 4};
