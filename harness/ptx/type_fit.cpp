#include "ptx/type_fit.hpp"

namespace bankcheck::ptx {
namespace {

enum class TypeClass : std::uint8_t { kPredicate, kBits, kInteger, kFloat };

TypeClass class_of(ScalarType type) {
  if (type == ScalarType::kPred) return TypeClass::kPredicate;
  if (type <= ScalarType::kB128) return TypeClass::kBits;
  return type <= ScalarType::kS16x2 ? TypeClass::kInteger : TypeClass::kFloat;
}

bool is_bits_or_integer(ScalarType type) {
  return class_of(type) == TypeClass::kBits || class_of(type) == TypeClass::kInteger;
}

bool is_address_size(ScalarType type) { return size_bytes(type) == 4 || size_bytes(type) == 8; }

}  // namespace

bool register_fits(ScalarType type, ScalarType wanted, bool may_be_wider) {
  if (type == wanted) return true;
  const TypeClass has = class_of(type);
  const TypeClass wants = class_of(wanted);
  if (has == TypeClass::kPredicate || wants == TypeClass::kPredicate) return false;
  if (has != wants && has != TypeClass::kBits && wants != TypeClass::kBits) return false;
  const std::uint32_t size = size_bytes(type);
  if (size == size_bytes(wanted)) return has != TypeClass::kFloat || wants != TypeClass::kFloat;
  return may_be_wider && size > size_bytes(wanted) && has != TypeClass::kFloat;
}

bool integer_fits(ScalarType wanted) { return is_bits_or_integer(wanted); }

bool float_fits(TokenKind literal, ScalarType wanted) {
  return wanted == ScalarType::kF32 || wanted == ScalarType::kF64 ||
         (wanted == ScalarType::kB32 && literal == TokenKind::kFloat32) ||
         (wanted == ScalarType::kB64 && literal == TokenKind::kFloat64);
}

bool address_value_fits(ScalarType wanted) {
  return is_address_size(wanted) && is_bits_or_integer(wanted);
}

bool is_address_register(ScalarType type) { return address_value_fits(type); }

bool special_fits(ScalarType type, ScalarType wanted) {
  if (type == ScalarType::kPred || !is_bits_or_integer(wanted)) return false;
  // `mov.u16 %h1, %tid.x` dates from when these registers had 16 bits.
  return size_bytes(type) == size_bytes(wanted) ||
         (size_bytes(type) == 4 && size_bytes(wanted) == 2);
}

ScalarType twice_as_wide(ScalarType type) {
  switch (type) {
    case ScalarType::kU16:
      return ScalarType::kU32;
    case ScalarType::kU32:
      return ScalarType::kU64;
    case ScalarType::kS16:
      return ScalarType::kS32;
    case ScalarType::kS32:
      return ScalarType::kS64;
    default:
      return ScalarType::kNone;
  }
}

ScalarType bits_of_size(std::uint32_t size_bytes) {
  switch (size_bytes) {
    case 1:
      return ScalarType::kB8;
    case 2:
      return ScalarType::kB16;
    case 4:
      return ScalarType::kB32;
    case 8:
      return ScalarType::kB64;
    default:
      return ScalarType::kNone;
  }
}

}  // namespace bankcheck::ptx
