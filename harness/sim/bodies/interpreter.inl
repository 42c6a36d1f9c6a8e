// The inner loop.

Stop run(const Op* ops, Warp& warp, Fragment& fragment, std::uint64_t quantum) {
  std::uint32_t pc = fragment.pc;
  const std::uint32_t mask = fragment.mask;
  const std::uint8_t* registers = warp.registers;
  std::uint64_t left = quantum;
  Stop stop = Stop::kQuantum;
  for (; left != 0; --left) {
    const Op& op = ops[pc];
    std::uint32_t guard;
    __builtin_memcpy(&guard, registers + op.guard, sizeof(guard));
    const std::uint32_t active = mask & (guard ^ op.guard_flip);
    if (op.control == Control::kBranch) {
      if (active == mask) {
        pc = static_cast<std::uint32_t>(op.offset);
        continue;
      }
      if (active == 0) {
        ++pc;
        continue;
      }
      stop = Stop::kControl;
      break;
    }
    if (op.control != Control::kNone) {
      stop = Stop::kControl;
      break;
    }
    if (active != 0 && op.handler(warp, op, active) == Step::kFault) [[unlikely]] {
      stop = Stop::kFault;
      break;
    }
    ++pc;
  }
  fragment.pc = pc;
  warp.instructions += quantum - left;
  return stop;
}
