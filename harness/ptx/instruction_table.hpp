// The PTX instructions that bankcheck knows: one row each. Parser, printer, the simulator's
// dispatch and the list of supported instructions derive from these rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace bankcheck::ptx {

// clang-format off
enum class ScalarType : std::uint8_t {
  kNone, kPred,
  kB8, kB16, kB32, kB64, kB128,
  kU8, kU16, kU32, kU64,
  kS8, kS16, kS32, kS64,
  kU16x2, kS16x2,
  kF16, kF16x2, kBf16, kBf16x2, kF32, kF64,
};
// clang-format on

/// Bytes of a register or memory element of this type; 0 for kNone, 1 for kPred.
std::uint32_t size_bytes(ScalarType type);
/// `u32`, `f16x2`, … without the dot; types of pairs are 32 bits wide.
std::string_view name(ScalarType type);

// clang-format off
// One line per opcode: identifier, spelling.
#define BANKCHECK_PTX_OPCODES(X) \
  X(kAbs, "abs") X(kActivemask, "activemask") X(kAdd, "add") X(kAddc, "addc") X(kAnd, "and") \
  X(kAtom, "atom") X(kBar, "bar") X(kBarrier, "barrier") X(kBfe, "bfe") X(kBfi, "bfi") \
  X(kBfind, "bfind") X(kBra, "bra") X(kBrev, "brev") X(kBrx, "brx") X(kCall, "call") X(kClz, "clz") \
  X(kCnot, "cnot") X(kCopysign, "copysign") X(kCos, "cos") X(kCp, "cp") X(kCvt, "cvt") \
  X(kCvta, "cvta") X(kDiv, "div") X(kDp2a, "dp2a") X(kDp4a, "dp4a") X(kElect, "elect") \
  X(kEx2, "ex2") X(kExit, "exit") X(kFence, "fence") X(kFma, "fma") X(kFns, "fns") \
  X(kIsspacep, "isspacep") X(kLd, "ld") X(kLdmatrix, "ldmatrix") X(kLdu, "ldu") X(kLg2, "lg2") \
  X(kLop3, "lop3") X(kMad, "mad") X(kMadc, "madc") X(kMad24, "mad24") X(kMatch, "match") \
  X(kMax, "max") X(kMbarrier, "mbarrier") X(kMembar, "membar") X(kMin, "min") X(kMov, "mov") X(kMul, "mul") \
  X(kMul24, "mul24") X(kNanosleep, "nanosleep") X(kNeg, "neg") X(kNot, "not") X(kOr, "or") \
  X(kPopc, "popc") X(kPrefetch, "prefetch") X(kPrmt, "prmt") X(kRcp, "rcp") X(kRed, "red") \
  X(kRedux, "redux") X(kRem, "rem") X(kRet, "ret") X(kRsqrt, "rsqrt") X(kSad, "sad") \
  X(kSelp, "selp") X(kSet, "set") X(kSetp, "setp") X(kShf, "shf") X(kShfl, "shfl") X(kShl, "shl") \
  X(kShr, "shr") X(kSin, "sin") X(kSlct, "slct") X(kSqrt, "sqrt") X(kSt, "st") \
  X(kStacksave, "stacksave") X(kStackrestore, "stackrestore") X(kAlloca, "alloca") X(kSub, "sub") \
  X(kSubc, "subc") X(kSzext, "szext") X(kBmsk, "bmsk") X(kTanh, "tanh") X(kTestp, "testp") \
  X(kTrap, "trap") X(kBrkpt, "brkpt") X(kVabsdiff2, "vabsdiff2") \
  X(kVabsdiff4, "vabsdiff4") X(kVote, "vote") X(kXor, "xor") X(kDiscard, "discard") \
  X(kApplypriority, "applypriority") X(kStmatrix, "stmatrix") X(kMovmatrix, "movmatrix") \
  X(kPmevent, "pmevent") X(kGriddepcontrol, "griddepcontrol") X(kPrefetchu, "prefetchu") \
  X(kUnsupported, "unsupported")
// clang-format on

/// kUnsupported stands in for every instruction that the table does not know
/// (Function::unsupported).
enum class Opcode : std::uint8_t {
#define BANKCHECK_ENUM(id, text) id,
  BANKCHECK_PTX_OPCODES(BANKCHECK_ENUM)
#undef BANKCHECK_ENUM
};

// clang-format off
// Every dotted word that is neither a type, a state space nor a vector width.
#define BANKCHECK_PTX_MODIFIERS(X) \
  X(kRn, "rn") X(kRz, "rz") X(kRm, "rm") X(kRp, "rp") X(kRna, "rna") X(kRni, "rni") X(kRzi, "rzi") \
  X(kRmi, "rmi") X(kRpi, "rpi") X(kFtz, "ftz") X(kSat, "sat") X(kSatfinite, "satfinite") \
  X(kRelu, "relu") X(kApprox, "approx") X(kFull, "full") X(kLo, "lo") X(kHi, "hi") X(kWide, "wide") \
  X(kCc, "cc") X(kNaN, "NaN") X(kXorsign, "xorsign") X(kAbs, "abs") X(kOob, "oob") \
  X(kEq, "eq") X(kNe, "ne") X(kLt, "lt") X(kLe, "le") X(kGt, "gt") X(kGe, "ge") X(kLs, "ls") \
  X(kHs, "hs") X(kEqu, "equ") X(kNeu, "neu") X(kLtu, "ltu") X(kLeu, "leu") X(kGtu, "gtu") \
  X(kGeu, "geu") X(kNum, "num") X(kNan, "nan") \
  X(kAnd, "and") X(kOr, "or") X(kXor, "xor") X(kPopc, "popc") X(kNot, "not") \
  X(kAdd, "add") X(kInc, "inc") X(kDec, "dec") X(kMin, "min") X(kMax, "max") X(kExch, "exch") \
  X(kCas, "cas") X(kNoftz, "noftz") \
  X(kL, "l") X(kR, "r") X(kClamp, "clamp") X(kWrap, "wrap") X(kShiftamt, "shiftamt") \
  X(kSync, "sync") X(kAligned, "aligned") X(kArrive, "arrive") X(kRed, "red") X(kWarp, "warp") \
  X(kCta, "cta") X(kGpu, "gpu") X(kSys, "sys") X(kCluster, "cluster") X(kGl, "gl") X(kSc, "sc") \
  X(kAcqRel, "acq_rel") X(kAcquire, "acquire") X(kRelease, "release") X(kRelaxed, "relaxed") \
  X(kVolatile, "volatile") X(kMmio, "mmio") X(kWeak, "weak") X(kProxy, "proxy") \
  X(kUp, "up") X(kDown, "down") X(kBfly, "bfly") X(kIdx, "idx") X(kAll, "all") X(kAny, "any") \
  X(kUni, "uni") X(kBallot, "ballot") X(kTo, "to") X(kNc, "nc") X(kCa, "ca") X(kCg, "cg") \
  X(kCs, "cs") X(kLu, "lu") X(kCv, "cv") X(kWb, "wb") X(kWt, "wt") X(kL1, "L1") X(kL2, "L2") \
  X(kL1EvictNormal, "L1::evict_normal") X(kL1EvictUnchanged, "L1::evict_unchanged") \
  X(kL1EvictFirst, "L1::evict_first") X(kL1EvictLast, "L1::evict_last") \
  X(kL1NoAllocate, "L1::no_allocate") X(kL2CacheHint, "L2::cache_hint") X(kL264B, "L2::64B") \
  X(kL2128B, "L2::128B") X(kL2256B, "L2::256B") X(kL2EvictLast, "L2::evict_last") \
  X(kL2EvictNormal, "L2::evict_normal") \
  X(kAsync, "async") X(kCommitGroup, "commit_group") X(kWaitGroup, "wait_group") \
  X(kWaitAll, "wait_all") X(kBulk, "bulk") X(kMbarrier, "mbarrier") X(kNoinc, "noinc") \
  X(kM8n8, "m8n8") X(kX1, "x1") X(kX2, "x2") X(kX4, "x4") X(kTrans, "trans") \
  X(kF4e, "f4e") X(kB4e, "b4e") X(kRc8, "rc8") X(kEcl, "ecl") X(kEcr, "ecr") X(kRc16, "rc16") \
  X(kFinite, "finite") X(kInfinite, "infinite") X(kNumber, "number") X(kNotanumber, "notanumber") \
  X(kNormal, "normal") X(kSubnormal, "subnormal") X(kMask, "mask") X(kLaunchDependents, "launch_dependents") \
  X(kWait, "wait") X(kUnified, "unified") \
  X(kAlias, "alias") X(kL2EvictFirst, "L2::evict_first") \
  X(kInit, "init") X(kInval, "inval") X(kArriveDrop, "arrive_drop") X(kNoComplete, "noComplete") \
  X(kExpectTx, "expect_tx") X(kCompleteTx, "complete_tx") X(kTestWait, "test_wait") \
  X(kTryWait, "try_wait") X(kParity, "parity") X(kPendingCount, "pending_count")
// clang-format on

enum class Modifier : std::uint8_t {
#define BANKCHECK_ENUM(id, text) id,
  BANKCHECK_PTX_MODIFIERS(BANKCHECK_ENUM)
#undef BANKCHECK_ENUM
};

std::string_view spelling(Opcode opcode);
std::string_view spelling(Modifier modifier);

/// One form of an instruction. An opcode has as many rows as it has forms that differ in operands,
/// types or modifiers; an instruction is known when one row has all its words and fits its
/// operands.
struct InstructionRow {
  Opcode opcode{};
  /// Operands in order, comma-separated. A letter says what it is:
  ///   d destination register      s source: register, constant, symbol or special register
  ///   q predicate destination     p predicate source, `!` allowed
  ///   a address `[...]`           v vector `{...}`: packed or unpacked value of the operand's type
  ///   i integer constant, of those behind `=` when some are listed
  ///   b barrier number, 0 to 15   n number of threads, a multiple of 32
  ///   l label                     t branch table              c callee and arguments
  /// then what type it has: nothing for the first type of the instruction, `1` for its second, `w`
  /// for twice the width of the first, or a type by name (`sb32`). Then, in any order, `>` for a
  /// register that may be wider than the type, `|` for a destination that `|predicate` may follow
  /// and
  /// `+` for one that it must, `_` for one that may be `_`, `?` for an operand that may be left
  /// out.
  std::string_view operands = {};
  /// Types that the instruction takes, space-separated, first and (each after `/`) second and
  /// third.
  std::string_view types = {};
  /// Modifiers in any order: groups of which one word at most is given, `rn|rz|rm|rp ftz sat`; `!`
  /// after a group says that one must be.
  std::string_view modifiers = {};
  /// State spaces, first and (after `/`) second; `generic` stands for none written. Empty: the
  /// instruction takes no space.
  std::string_view spaces = {};
  /// Vector widths above 1, as in `v2 v4`; `!` at the end says that one must be given.
  std::string_view vectors = {};
};

/// All rows. Those of one opcode need not stand together.
std::span<const InstructionRow> instruction_table();
/// The opcode that is spelled so (`add`); nothing when the table has no row for it.
std::optional<Opcode> find_opcode(std::string_view spelling);
/// Whether the instruction has an address operand.
bool accesses_memory(const InstructionRow& row);

}  // namespace bankcheck::ptx
