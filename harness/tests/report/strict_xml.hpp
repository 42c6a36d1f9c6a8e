// A strict reader of XML 1.0 without DTDs, for judging what the program wrote: it refuses whatever
// is not well formed.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/escape.hpp"

namespace bankcheck::report {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<XmlElement> children;
  std::string text;

  std::vector<const XmlElement*> all(std::string_view wanted) const {
    std::vector<const XmlElement*> found;
    for (const XmlElement& child : children) {
      if (child.name == wanted) found.push_back(&child);
    }
    return found;
  }
};

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  XmlElement read() {
    if (base::clean_utf8(text_, std::string::npos) != text_) fail("an illegal character");
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    skip_space();
    skip_comments();
    XmlElement root = element();
    skip_space();
    if (at_ != text_.size()) fail("something after the root");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " at " + std::to_string(at_) + ": " +
                             std::string(text_.substr(at_, 60)));
  }
  void expect(std::string_view wanted) {
    if (!text_.substr(at_).starts_with(wanted)) fail("no " + std::string(wanted));
    at_ += wanted.size();
  }
  bool starts(std::string_view wanted) const { return text_.substr(at_).starts_with(wanted); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\t') ++at_;
  }
  void skip_comments() {
    while (starts("<!--")) {
      at_ = text_.find("-->", at_) + 3;
      skip_space();
    }
  }
  std::string name() {
    const std::size_t start = at_;
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '-' || peek() == '_')
      ++at_;
    if (start == at_) fail("no name");
    return std::string(text_.substr(start, at_ - start));
  }
  char reference() {
    static const std::map<std::string, char> kKnown = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}};
    const std::size_t end = text_.find(';', at_);
    const auto found = kKnown.find(std::string(text_.substr(at_, end - at_ + 1)));
    if (found == kKnown.end()) fail("an unknown reference");
    at_ = end + 1;
    return found->second;
  }
  std::string characters(char end) {
    std::string value;
    while (peek() != end) {
      if (peek() == '\0' || (peek() == '<' && end != '<')) fail("an unended value");
      if (starts("]]>")) fail("]]> in text");
      value += peek() == '&' ? reference() : text_[at_++];
    }
    return value;
  }
  void attributes(XmlElement& element) {
    for (skip_space(); peek() != '>' && peek() != '/'; skip_space()) {
      const std::string key = name();
      expect("=\"");
      if (!element.attributes.emplace(key, characters('"')).second) fail("the attribute twice");
      expect("\"");
    }
  }
  XmlElement element() {
    expect("<");
    XmlElement result;
    result.name = name();
    attributes(result);
    if (starts("/>")) {
      at_ += 2;
      return result;
    }
    expect(">");
    while (true) {
      result.text += characters('<');
      if (starts("</")) break;
      result.children.push_back(element());
    }
    expect("</" + result.name + ">");
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace bankcheck::report
