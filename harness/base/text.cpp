#include "base/text.hpp"

#include <algorithm>

namespace bankcheck::base {

void replace_all(std::string* text, std::string_view old, std::string_view wanted) {
  if (old.empty()) return;
  for (std::size_t at = text->find(old); at != std::string::npos;
       at = text->find(old, at + wanted.size())) {
    text->replace(at, old.size(), wanted);
  }
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

}  // namespace bankcheck::base
