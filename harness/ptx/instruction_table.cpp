#include "ptx/instruction_table.hpp"

#include <array>
#include <unordered_map>

namespace bankcheck::ptx {
namespace {

constexpr std::array<std::string_view, 21> kTypeNames = {
    "",   "pred", "b8",  "b16", "b32", "b64",   "b128", "u8",     "u16", "u32", "u64",
    "s8", "s16",  "s32", "s64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64"};
constexpr std::array<std::uint32_t, 21> kTypeSizes = {0, 1, 1, 2, 4, 8, 16, 1, 2, 4, 8,
                                                      1, 2, 4, 8, 2, 4, 2,  4, 4, 8};

#define BANKCHECK_TEXT(id, text) text,
constexpr std::string_view kOpcodeNames[] = {BANKCHECK_PTX_OPCODES(BANKCHECK_TEXT)};
constexpr std::string_view kModifierNames[] = {BANKCHECK_PTX_MODIFIERS(BANKCHECK_TEXT)};
#undef BANKCHECK_TEXT

// Column texts that many rows share.
#define INTEGERS "u16 u32 u64 s16 s32 s64"
#define ROUND "rn|rz|rm|rp"
#define COMPARE "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan!"
#define BOOLEAN "and|or|xor!"
#define NUMBERS "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"
#define HALVES "f16 f16x2 bf16 bf16x2"
#define ORDER "relaxed|acquire|release|acq_rel"
#define SCOPE "cta|cluster|gpu|sys"
#define STORED "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"
#define READABLE "generic global shared const local param"
#define WRITABLE "generic global shared local param"
#define ATOMIC "generic global shared"
#define L1_HINT \
  "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"
#define L2_HINT "L2::cache_hint|L2::evict_last|L2::evict_normal|L2::evict_first"
#define L2_FETCH "L2::64B|L2::128B|L2::256B"
#define LOADS \
  "weak|volatile|relaxed|acquire|mmio " SCOPE " nc unified " L1_HINT " " L2_HINT " " L2_FETCH
#define STORES "weak|volatile|relaxed|release|mmio " SCOPE " " L1_HINT " " L2_HINT
#define SMALL "u8 u16 u32 u64 s8 s16 s32 s64"
#define ASYNC "async! " L2_FETCH " L2::cache_hint"
#define MATRIX "sync! aligned! m8n8! trans"

constexpr InstructionRow kTable[] = {
    // Integer arithmetic.
    {Opcode::kAdd, "d,s,s", INTEGERS, "sat"},
    {Opcode::kAdd, "d,s,s", "u32 s32 u64 s64", "cc!"},
    {Opcode::kAdd, "d,s,s", "f32", ROUND " ftz sat"},
    {Opcode::kAdd, "d,s,s", "f64", ROUND},
    {Opcode::kAdd, "d,s,s", HALVES, "rn ftz sat"},
    {Opcode::kAddc, "d,s,s", "u32 s32 u64 s64", "cc"},
    {Opcode::kSub, "d,s,s", INTEGERS, "sat"},
    {Opcode::kSub, "d,s,s", "u32 s32 u64 s64", "cc!"},
    {Opcode::kSub, "d,s,s", "f32", ROUND " ftz sat"},
    {Opcode::kSub, "d,s,s", "f64", ROUND},
    {Opcode::kSub, "d,s,s", HALVES, "rn ftz sat"},
    {Opcode::kSubc, "d,s,s", "u32 s32 u64 s64", "cc"},
    {Opcode::kMul, "d,s,s", INTEGERS, "lo|hi!"},
    {Opcode::kMul, "dw,s,s", "u16 u32 s16 s32", "wide!"},
    {Opcode::kMul, "d,s,s", "f32", ROUND " ftz sat"},
    {Opcode::kMul, "d,s,s", "f64", ROUND},
    {Opcode::kMul, "d,s,s", HALVES, "rn ftz sat"},
    {Opcode::kMul24, "d,s,s", "u32 s32", "lo|hi!"},
    {Opcode::kMad, "d,s,s,s", INTEGERS, "lo|hi! sat"},
    {Opcode::kMad, "d,s,s,s", "u32 s32 u64 s64", "lo|hi! cc!"},
    {Opcode::kMad, "dw,s,s,sw", "u16 u32 s16 s32", "wide!"},
    {Opcode::kMad, "d,s,s,s", "f32", ROUND " ftz sat"},
    {Opcode::kMad, "d,s,s,s", "f64", ROUND "!"},
    {Opcode::kMadc, "d,s,s,s", "u32 s32 u64 s64", "lo|hi! cc"},
    {Opcode::kMad24, "d,s,s,s", "u32 s32", "lo|hi! sat"},
    {Opcode::kDiv, "d,s,s", INTEGERS, ""},
    {Opcode::kDiv, "d,s,s", "f32", ROUND "|approx|full! ftz"},
    {Opcode::kDiv, "d,s,s", "f64", ROUND "!"},
    {Opcode::kRem, "d,s,s", INTEGERS, ""},
    {Opcode::kSad, "d,s,s,s", INTEGERS, ""},
    {Opcode::kAbs, "d,s", "s16 s32 s64 f64", ""},
    {Opcode::kAbs, "d,s", "f32 " HALVES, "ftz"},
    {Opcode::kNeg, "d,s", "s16 s32 s64 f64", ""},
    {Opcode::kNeg, "d,s", "f32 " HALVES, "ftz"},
    {Opcode::kMin, "d,s,s", INTEGERS " f64", ""},
    {Opcode::kMin, "d,s,s", "s32", "relu!"},
    {Opcode::kMin, "d,s,s", "f32 " HALVES, "ftz NaN xorsign abs"},
    {Opcode::kMax, "d,s,s", INTEGERS " f64", ""},
    {Opcode::kMax, "d,s,s", "s32", "relu!"},
    {Opcode::kMax, "d,s,s", "f32 " HALVES, "ftz NaN xorsign abs"},
    {Opcode::kDp4a, "db32,sb32,sb32,sb32", "u32 s32 / u32 s32", ""},
    {Opcode::kDp2a, "db32,sb32,sb32,sb32", "u32 s32 / u32 s32", "lo|hi!"},

    // Floating point.
    {Opcode::kFma, "d,s,s,s", "f32", ROUND "! ftz sat"},
    {Opcode::kFma, "d,s,s,s", "f64", ROUND "!"},
    {Opcode::kFma, "d,s,s,s", HALVES, "rn! ftz sat|relu|oob"},
    {Opcode::kRcp, "d,s", "f32", ROUND "|approx! ftz"},
    {Opcode::kRcp, "d,s", "f64", ROUND "!"},
    {Opcode::kRcp, "d,s", "f64", "approx! ftz!"},
    {Opcode::kSqrt, "d,s", "f32", ROUND "|approx! ftz"},
    {Opcode::kSqrt, "d,s", "f64", ROUND "!"},
    {Opcode::kRsqrt, "d,s", "f32 f64", "approx! ftz"},
    {Opcode::kSin, "d,s", "f32", "approx! ftz"},
    {Opcode::kCos, "d,s", "f32", "approx! ftz"},
    {Opcode::kLg2, "d,s", "f32", "approx! ftz"},
    {Opcode::kEx2, "d,s", "f32 " HALVES, "approx! ftz"},
    {Opcode::kTanh, "d,s", "f32 " HALVES, "approx!"},
    {Opcode::kCopysign, "d,s,s", "f32 f64", ""},
    {Opcode::kTestp, "q,s", "f32 f64", "finite|infinite|number|notanumber|normal|subnormal!"},

    // Compare and select.
    {Opcode::kSetp, "q|_,s,s", NUMBERS " " HALVES, COMPARE " ftz"},
    {Opcode::kSetp, "q|_,s,s,p", NUMBERS " " HALVES, COMPARE " ftz " BOOLEAN},
    {Opcode::kSet, "d,s1,s1", "u16 s16 u32 s32 f32 " HALVES " / " NUMBERS " " HALVES,
     COMPARE " ftz"},
    {Opcode::kSet, "d,s1,s1,p", "u16 s16 u32 s32 f32 " HALVES " / " NUMBERS " " HALVES,
     COMPARE " ftz " BOOLEAN},
    {Opcode::kSelp, "d,s,s,p", NUMBERS, ""},
    {Opcode::kSlct, "d,s,s,s1", NUMBERS " / s32 f32", "ftz"},

    // Bits.
    {Opcode::kAnd, "d,s,s", "b16 b32 b64", ""},
    {Opcode::kAnd, "q,p,p", "pred", ""},
    {Opcode::kOr, "d,s,s", "b16 b32 b64", ""},
    {Opcode::kOr, "q,p,p", "pred", ""},
    {Opcode::kXor, "d,s,s", "b16 b32 b64", ""},
    {Opcode::kXor, "q,p,p", "pred", ""},
    {Opcode::kNot, "d,s", "b16 b32 b64", ""},
    {Opcode::kNot, "q,p", "pred", ""},
    {Opcode::kCnot, "d,s", "b16 b32 b64", ""},
    {Opcode::kShl, "d,s,sb32", "b16 b32 b64", ""},
    {Opcode::kShr, "d,s,sb32", "b16 b32 b64 " INTEGERS, ""},
    {Opcode::kShf, "d,s,s,s", "b32", "l|r! clamp|wrap!"},
    {Opcode::kLop3, "d,s,s,s,i", "b32", ""},
    {Opcode::kLop3, "d|_,s,s,s,i,p", "b32", "and|or!"},
    {Opcode::kPrmt, "d,s,s,s", "b32", "f4e|b4e|rc8|ecl|ecr|rc16"},
    {Opcode::kBfe, "d,s,sb32,sb32", "u32 u64 s32 s64", ""},
    {Opcode::kBfi, "d,s,s,sb32,sb32", "b32 b64", ""},
    {Opcode::kBfind, "db32,s", "u32 u64 s32 s64", "shiftamt"},
    {Opcode::kBmsk, "d,s,s", "b32", "clamp|wrap!"},
    {Opcode::kBrev, "d,s", "b32 b64", ""},
    {Opcode::kClz, "db32,s", "b32 b64", ""},
    {Opcode::kPopc, "db32,s", "b32 b64", ""},
    {Opcode::kFns, "d,s,s,s", "b32", ""},
    {Opcode::kSzext, "d,s,sb32", "u32 s32", "clamp|wrap!"},

    // Moves and conversions.
    {Opcode::kMov, "d,s", NUMBERS " b128", ""},
    {Opcode::kMov, "q,p", "pred", ""},
    {Opcode::kMov, "d,v", "b16 b32 b64 b128", ""},
    {Opcode::kMov, "v,s", "b16 b32 b64 b128", ""},
    {Opcode::kMov, "d,s", "b16 b32 u16 u32 s16 s32 f32", "", "", "v2 v4"},
    {Opcode::kMov, "d,s", "b64 u64 s64 f64", "", "", "v2"},
    {Opcode::kCvt, "d>,s1>", SMALL " f16 bf16 f32 f64 / " SMALL " f16 bf16 f32 f64",
     "rn|rz|rm|rp|rna|rni|rzi|rmi|rpi ftz sat relu satfinite"},
    {Opcode::kCvt, "d,s1,s1", "f16x2 bf16x2 / f32", "rn|rz! relu|satfinite"},
    {Opcode::kCvta, "d,s", "u32 u64", "to", "global shared const local param"},
    {Opcode::kIsspacep, "q,sb64", "", "", "global shared const local param"},

    // Memory.
    {Opcode::kLd, "d>,a,sb64?", STORED, LOADS " ca|cg|cs|lu|cv", READABLE, "v2 v4 v8"},
    {Opcode::kLdu, "d>,a", STORED, "", "generic global", "v2 v4"},
    {Opcode::kSt, "a,s>,sb64?", STORED, STORES " wb|cg|cs|wt", WRITABLE, "v2 v4 v8"},
    {Opcode::kAtom, "d_,a,s,sb64?", "u32 s32 u64 f32 f64 " HALVES,
     "add! noftz " ORDER " " SCOPE " L2::cache_hint", ATOMIC},
    {Opcode::kAtom, "d_,a,s,sb64?", "f32 " HALVES, "add! noftz " ORDER " " SCOPE " L2::cache_hint",
     "global", "v2 v4 v8"},
    {Opcode::kAtom, "d_,a,s,sb64?", "u32 s32 u64 s64 " HALVES,
     "min|max! noftz " ORDER " " SCOPE " L2::cache_hint", ATOMIC},
    {Opcode::kAtom, "d_,a,s,sb64?", "u32", "inc|dec! " ORDER " " SCOPE " L2::cache_hint", ATOMIC},
    {Opcode::kAtom, "d_,a,s,sb64?", "b32 b64", "and|or|xor! " ORDER " " SCOPE " L2::cache_hint",
     ATOMIC},
    {Opcode::kAtom, "d_,a,s,sb64?", "b32 b64 b128", "exch! " ORDER " " SCOPE " L2::cache_hint",
     ATOMIC},
    {Opcode::kAtom, "d_,a,s,s,sb64?", "b16 b32 b64 b128", "cas! " ORDER " " SCOPE " L2::cache_hint",
     ATOMIC},
    {Opcode::kRed, "a,s,sb64?", "u32 s32 u64 f32 f64 " HALVES,
     "add! noftz relaxed|release " SCOPE " L2::cache_hint", ATOMIC},
    {Opcode::kRed, "a,s,sb64?", "f32 " HALVES,
     "add! noftz relaxed|release " SCOPE " L2::cache_hint", "global", "v2 v4 v8"},
    {Opcode::kRed, "a,s,sb64?", "u32 s32 u64 s64 " HALVES,
     "min|max! noftz relaxed|release " SCOPE " L2::cache_hint", ATOMIC},
    {Opcode::kRed, "a,s,sb64?", "u32", "inc|dec! relaxed|release " SCOPE " L2::cache_hint", ATOMIC},
    {Opcode::kRed, "a,s,sb64?", "b32 b64", "and|or|xor! relaxed|release " SCOPE " L2::cache_hint",
     ATOMIC},
    {Opcode::kPrefetch, "a", "", "L1|L2|L2::evict_last|L2::evict_normal!", "generic global local"},
    {Opcode::kPrefetchu, "a", "", "L1!", "generic"},
    {Opcode::kDiscard, "a,i", "", "L2!", "generic global"},
    {Opcode::kApplypriority, "a,i", "", "L2::evict_normal!", "generic global"},
    {Opcode::kCp, "a,a,i,sb32?,sb64?", "", "ca|cg! " ASYNC, "shared / global"},
    {Opcode::kCp, "a,a,i,p", "", "ca|cg! " ASYNC, "shared / global"},
    {Opcode::kCp, "", "", "async! commit_group|wait_all!"},
    {Opcode::kCp, "i", "", "async! wait_group!"},
    {Opcode::kLdmatrix, "vb32,a", "b16", MATRIX " x1|x2|x4!", "generic shared"},
    {Opcode::kStmatrix, "a,vb32", "b16", MATRIX " x1|x2|x4!", "generic shared"},
    {Opcode::kMovmatrix, "db32,sb32", "b16", "sync! aligned! m8n8! trans!"},
    {Opcode::kMembar, "", "", "cta|gl|sys!"},
    {Opcode::kFence, "", "", "sc|acq_rel|acquire|release " SCOPE "!"},
    {Opcode::kFence, "", "", "proxy! alias|async!", ATOMIC},

    // Between the lanes of a warp.
    {Opcode::kActivemask, "d", "b32", ""},
    {Opcode::kElect, "d|_,s", "b32", "sync!"},
    {Opcode::kElect, "db32|_,sb32", "", "sync!"},
    {Opcode::kMatch, "db32,s,sb32", "b32 b64", "any! sync!"},
    {Opcode::kMatch, "db32|,s,sb32", "b32 b64", "all! sync!"},
    {Opcode::kRedux, "d,s,sb32", "u32 s32", "add|min|max! sync!"},
    {Opcode::kRedux, "d,s,sb32", "b32", "and|or|xor! sync!"},
    {Opcode::kShfl, "d|,s,sb32,sb32,sb32", "b32", "up|down|bfly|idx! sync!"},
    {Opcode::kVote, "q,p,sb32", "pred", "all|any|uni! sync!"},
    {Opcode::kVote, "d,p,sb32", "b32", "ballot! sync!"},

    // Between the warps of a block.
    {Opcode::kBar, "sb32,sb32?", "", "sync! cta"},
    {Opcode::kBar, "sb32,sb32", "", "arrive! cta"},
    {Opcode::kBar, "d,sb32,sb32?,p", "u32", "red! popc! cta"},
    {Opcode::kBar, "q,sb32,sb32?,p", "pred", "red! and|or! cta"},
    {Opcode::kBar, "sb32", "", "warp! sync!"},
    {Opcode::kBarrier, "sb32,sb32?", "", "sync! cta aligned"},
    {Opcode::kBarrier, "sb32,sb32", "", "arrive! cta aligned"},
    {Opcode::kBarrier, "d,sb32,sb32?,p", "u32", "red! popc! cta aligned"},
    {Opcode::kBarrier, "q,sb32,sb32?,p", "pred", "red! and|or! cta aligned"},

    // Control flow.
    {Opcode::kBra, "l", "", "uni"},
    {Opcode::kBrx, "sb32,t", "", "idx! uni"},
    {Opcode::kCall, "c", "", "uni"},
    {Opcode::kRet, "", "", "uni"},
    {Opcode::kExit, "", "", ""},
    {Opcode::kTrap, "", "", ""},
    {Opcode::kBrkpt, "", "", ""},
    {Opcode::kNanosleep, "s", "u32", ""},
    {Opcode::kPmevent, "i", "", "mask"},
    {Opcode::kGriddepcontrol, "", "", "launch_dependents|wait!"},
    {Opcode::kAlloca, "d,s,i?", "u32 u64 b32 b64", ""},
    {Opcode::kStacksave, "d", "u32 u64 b32 b64", ""},
    {Opcode::kStackrestore, "s", "u32 u64 b32 b64", ""},
};

using RowsByOpcode = std::unordered_map<std::string_view, std::span<const InstructionRow>>;

const RowsByOpcode& rows_by_spelling() {
  static const RowsByOpcode kRows = [] {
    RowsByOpcode rows;
    for (const InstructionRow& row : kTable) {
      auto [entry, is_new] = rows.try_emplace(spelling(row.opcode), &row, std::size_t{1});
      if (!is_new) entry->second = {entry->second.data(), entry->second.size() + 1};
    }
    return rows;
  }();
  return kRows;
}

}  // namespace

std::uint32_t size_bytes(ScalarType type) { return kTypeSizes[static_cast<std::size_t>(type)]; }

std::string_view name(ScalarType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::string_view spelling(Opcode opcode) { return kOpcodeNames[static_cast<std::size_t>(opcode)]; }

std::string_view spelling(Modifier modifier) {
  return kModifierNames[static_cast<std::size_t>(modifier)];
}

std::span<const InstructionRow> instruction_table() { return kTable; }

std::span<const InstructionRow> rows_of(Opcode opcode) {
  const auto found = rows_by_spelling().find(spelling(opcode));
  return found == rows_by_spelling().end() ? std::span<const InstructionRow>{} : found->second;
}

const InstructionRow* find_row(std::string_view opcode_spelling) {
  const auto found = rows_by_spelling().find(opcode_spelling);
  return found == rows_by_spelling().end() ? nullptr : found->second.data();
}

bool accesses_memory(const InstructionRow& row) {
  return row.operands.starts_with('a') || row.operands.find(",a") != std::string_view::npos;
}

}  // namespace bankcheck::ptx
