// Plain structs to bytes and back, by one description of the fields for both directions.
//
// A struct takes part by a function `fields(archive, value)` that names its members in order.
// Numbers travel in the machine's own byte order: both ends are the same program on the same
// machine. What arrives is not trusted: a decoder that runs past the end, or finds a count larger
// than what is left, fails and leaves zeros.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bankcheck::gpu {

template <class T>
concept WireNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Encoder {
 public:
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <WireNumber T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    if constexpr (WireNumber<T> && sizeof(T) == 1) {
      bytes_.append(reinterpret_cast<const char*>(values.data()), values.size());
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class Key, class T>
  void put(const std::map<Key, T>& values) {
    put(std::uint64_t{values.size()});
    for (const auto& [key, value] : values) (*this)(key, value);
  }
  template <class T>
  requires std::is_class_v<T>
  void put(const T& value) {
    fields(*this, const_cast<T&>(value));  // an encoder only reads; `fields` serves both directions
  }

  std::string bytes_;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// Everything was there, and nothing is left over.
  bool complete() const { return ok_ && rest_.empty(); }

 private:
  template <WireNumber T>
  void get(T& value) {
    value = T{};
    if (rest_.size() < sizeof value) return fail();
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
  }
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    value = byte != 0;
  }
  void get(std::string& text) {
    const std::size_t size = count();
    text.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.resize(count());
    if constexpr (WireNumber<T> && sizeof(T) == 1) {
      std::memcpy(values.data(), rest_.data(), values.size());
      rest_.remove_prefix(values.size());
    } else {
      for (T& value : values) get(value);
    }
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool is_there = false;
    get(is_there);
    value.reset();
    if (is_there) get(value.emplace());
  }
  template <class Key, class T>
  void get(std::map<Key, T>& values) {
    values.clear();
    for (std::size_t left = count(); left > 0; --left) {
      Key key{};
      get(key);
      get(values[std::move(key)]);
    }
  }
  template <class T>
  requires std::is_class_v<T>
  void get(T& value) { fields(*this, value); }

  /// Every element takes at least one byte, so no count can be larger than what is left.
  std::size_t count() {
    std::uint64_t value = 0;
    get(value);
    if (value <= rest_.size()) return static_cast<std::size_t>(value);
    fail();
    return 0;
  }
  void fail() {
    ok_ = false;
    rest_ = {};
  }

  std::string_view rest_;
  bool ok_ = true;
};

template <class T>
std::string encode(const T& value) {
  Encoder encoder;
  encoder(value);
  return encoder.take();
}

/// False when the bytes are not exactly one T.
template <class T>
[[nodiscard]] bool decode(std::string_view bytes, T* value) {
  Decoder decoder(bytes);
  decoder(*value);
  return decoder.complete();
}

}  // namespace bankcheck::gpu
