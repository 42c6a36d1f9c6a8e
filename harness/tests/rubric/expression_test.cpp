#include "rubric/expression.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostic.hpp"

namespace bankcheck::rubric {
namespace {

using Values = std::map<std::string, std::int64_t>;

struct Outcome {
  double value = 0;
  std::string error;
};

Outcome evaluate(const std::string& text, const Values& values = {},
                 const std::map<std::string, std::vector<double>>& arrays = {},
                 Precision precision = Precision::kDouble) {
  const auto expression = Expression::parse(text);
  if (!expression.ok()) return {NAN, base::render(expression.errors())};
  std::vector<std::string> names, array_names;
  std::vector<std::int64_t> numbers;
  std::vector<std::span<const double>> spans;
  for (const auto& [name, value] : values) {
    names.push_back(name);
    numbers.push_back(value);
  }
  for (const auto& [name, elements] : arrays) {
    array_names.push_back(name);
    spans.emplace_back(elements);
  }
  const auto bound = BoundExpression::bind(expression.value(), names, array_names);
  if (!bound.ok()) return {NAN, base::render(bound.errors())};
  Outcome outcome;
  outcome.value = bound.value().evaluate(numbers, spans, &outcome.error, precision);
  return outcome;
}

double value(const std::string& text, const Values& values = {},
             const std::map<std::string, std::vector<double>>& arrays = {}) {
  const Outcome outcome = evaluate(text, values, arrays);
  EXPECT_EQ(outcome.error, "") << text;
  return outcome.value;
}

std::string parse_error(const std::string& text) {
  const auto expression = Expression::parse(text, "e");
  return expression.ok() ? "no error" : base::render(expression.errors());
}

std::int64_t integer(const std::string& text) {
  const auto bound = BoundExpression::bind(Expression::parse(text).value(), {});
  std::int64_t result = 0;
  std::string error;
  EXPECT_TRUE(bound.value().evaluate_integer({}, &result, &error)) << error;
  return result;
}

TEST(ExpressionTest, MultiplicationBindsTighterThanAdditionAndShiftsBindLooser) {
  EXPECT_EQ(value("2 + 3*4"), 14);
  EXPECT_EQ(value("(2 + 3)*4"), 20);
  EXPECT_EQ(value("1 << 2 + 3"), 32);
  EXPECT_EQ(value("6 & 3 ^ 1 | 8"), 11);
  EXPECT_EQ(value("4 | 1 ^ 1 & 3"), 4);
}

TEST(ExpressionTest, OperatorsOfOneLevelGoFromLeftToRight) {
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("100 / 10 / 5"), 2);
  EXPECT_EQ(value("100 % 60 * 2"), 80);
}

TEST(ExpressionTest, UnarySignsMayBeStacked) {
  EXPECT_EQ(value("--3"), 3);
  EXPECT_EQ(value("-~4"), 5);
  EXPECT_EQ(value("2 - -3"), 5);
}

TEST(ExpressionTest, IntegerDivisionTruncatesAndRemaindersHaveTheDividendsSign) {
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 2"), -1);
  EXPECT_EQ(value("7 % -2"), 1);
  EXPECT_EQ(value("-7 % 4"), -3);
  EXPECT_EQ(value("-8 % 4"), 0);
  EXPECT_EQ(value("-7 % n", {{"n", -3}}), -1);
  EXPECT_EQ(value("10000000000 / 3"), 3333333333);
  EXPECT_EQ(value("10000000000 % 7"), 4);
}

TEST(ExpressionTest, IntegersWrapAtSixtyFourBits) {
  EXPECT_EQ(integer("9223372036854775807 + 1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer("9223372036854775807 * 2"), -2);
  EXPECT_EQ(integer("(-9223372036854775807 - 1) / -1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer("(-9223372036854775807 - 1) % -1"), 0);
  EXPECT_EQ(integer("-(-9223372036854775807 - 1)"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer("1 << 63"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer("-1 >> 63"), -1);
}

TEST(ExpressionTest, HexadecimalNumbersAreIntegers) {
  EXPECT_EQ(value("0x7fF"), 2047);
  EXPECT_EQ(value("0x10 ^ 1"), 17);
}

TEST(ExpressionTest, NumbersWithAPointAreReal) {
  EXPECT_EQ(value("0.5 * 3"), 1.5);
  EXPECT_EQ(value("7 / 2.0"), 3.5);
  EXPECT_FALSE(Expression::parse("1.5").value().is_integer());
  EXPECT_TRUE(Expression::parse("gcd(stride, 32)").value().is_integer());
}

TEST(ExpressionTest, FunctionsTakeGreatestCommonDivisorMinimumAndMaximum) {
  EXPECT_EQ(value("gcd(24, 32)"), 8);
  EXPECT_EQ(value("gcd(-24, 32)"), 8);
  EXPECT_EQ(value("gcd(0, 32)"), 32);
  EXPECT_EQ(value("gcd(0, 0)"), 0);
  EXPECT_EQ(value("min(3, 4) + max(3, 4)"), 7);
  EXPECT_EQ(value("max(0.5, 1)"), 1);
}

TEST(ExpressionTest, ASumTakesItsLastBoundOut) {
  EXPECT_EQ(value("sum(k, 0, 5, k)"), 10);
  EXPECT_EQ(value("sum(k, 3, 3, 1/0)"), 0);
  EXPECT_EQ(value("sum(k, 5, 3, k)"), 0);
  EXPECT_EQ(value("sum(k, -2, 1000, k)"), 499497);
  EXPECT_EQ(value("sum(k, 0, 300, 2)"), 600);
}

TEST(ExpressionTest, SumsNestAndAnInnerVariableHidesAnOuterOne) {
  EXPECT_EQ(value("sum(i, 0, 4, sum(j, 0, i, i*10 + j))"), 144);
  EXPECT_EQ(value("sum(k, 0, 3, sum(k, 0, 4, k))"), 18);
  EXPECT_EQ(value("sum(k, 0, 3, k * sum(j, 0, 300, 1) + k)"), 903);
  EXPECT_EQ(value("sum(k, 0, 2, sum(j, 0, 0, 1/0))"), 0);
  EXPECT_EQ(value("sum(k, 0, 2, k) + k", {{"k", 100}}), 101);
}

TEST(ExpressionTest, InputsAreIndexed) {
  const std::map<std::string, std::vector<double>> inputs{{"in", {1, 2, 4, 8}}, {"b", {10, 20}}};
  EXPECT_EQ(value("in[2]", {}, inputs), 4);
  EXPECT_EQ(value("in[tx % 4] * b[1] + 1", {{"tx", 7}}, inputs), 161);
  EXPECT_EQ(value("sum(k, 0, 4, in[k] * b[k & 1])", {}, inputs), 250);
  EXPECT_EQ(value("sum(k, 0, 2048, in[(tx*stride + k) % 4])", {{"tx", 3}, {"stride", 3}}, inputs),
            7680);
}

TEST(ExpressionTest, NamesAndInputsThatTheValueDependsOnAreListed) {
  const Expression expression =
      Expression::parse("sum(k, 0, words, in[k*stride] + k) + other[tx] + index").value();
  EXPECT_EQ(expression.names(), (std::set<std::string>{"index", "stride", "tx", "words"}));
  EXPECT_EQ(expression.arrays(), (std::set<std::string>{"in", "other"}));
  EXPECT_EQ(expression.column_of("stride"), 23);
  EXPECT_EQ(expression.column_of("in"), 18);
  EXPECT_EQ(expression.column_of("absent"), 0);
}

TEST(ExpressionTest, SinglePrecisionAddsInOrderAndRoundsEachTime) {
  const std::map<std::string, std::vector<double>> inputs{{"in", {16777216, 1, 1}}};
  const std::string sum = "sum(k, 0, 3, in[k])";
  const std::string backwards = "sum(k, 0, 3, in[2 - k])";
  EXPECT_EQ(evaluate(sum, {}, inputs, Precision::kDouble).value, 16777218);
  EXPECT_EQ(evaluate(sum, {}, inputs, Precision::kSingle).value, 16777216);
  EXPECT_EQ(evaluate(backwards, {}, inputs, Precision::kSingle).value, 16777218);
  EXPECT_EQ(evaluate("in[0] + in[1] + 0.0", {}, inputs, Precision::kSingle).value, 16777216);
}

/// Both kinds of code, in both precisions.
TEST(ExpressionTest, AColumnHasTheValuesOfItsElementsOneByOne) {
  const std::vector<std::string> texts{
      "(index % side)*side + index / side", "index << 1 ^ side", "in[index % 8] * 0.5", "side",
      // sums that are as long for every element, and sums that are not
      "sum(k, 0, side, in[(index + k) % 8] * 0.7)", "sum(k, 1, 4, k) * index",
      "sum(i, 0, 5, i*sum(k, 0, i, in[(k*index) % 8]) + 0.1)", "sum(k, side, 0, in[k])",
      "sum(k, 0, 3, in[side % 8] + k) - index", "sum(k, 0, index, k % 3)",
      "sum(i, 0, 3, sum(k, index % 4, 5, i*k))"};
  std::vector<std::int64_t> indices(1000);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::int64_t>(i);
  const std::int64_t side = 25;
  const std::vector<double> in{3, 1, 4, 1, 5, 9, 2, 6.3};
  const std::vector<std::span<const double>> arrays{in};
  const Column columns[] = {{&side, false}, {indices.data(), true}};
  for (const std::string& text : texts) {
    for (const std::size_t fixed : {0, 1}) {
      const auto bound =
          BoundExpression::bind(Expression::parse(text).value(), {"side", "index"}, {"in"}, fixed);
      for (const Precision precision : {Precision::kDouble, Precision::kSingle}) {
        std::vector<double> out(indices.size());
        std::string error;
        ASSERT_TRUE(bound.value().evaluate_column(columns, arrays, out, &error, precision))
            << error;
        for (std::size_t i = 0; i < out.size(); ++i) {
          const std::int64_t values[] = {side, indices[i]};
          ASSERT_EQ(out[i], bound.value().evaluate(values, arrays, nullptr, precision))
              << text << " at " << i << " with " << fixed << " fixed";
        }
      }
    }
  }
}

TEST(ExpressionTest, AnErrorOfAnyElementIsTheColumns) {
  const std::vector<double> in{1, 2, 3};
  const std::vector<std::span<const double>> arrays{in};
  const std::vector<std::int64_t> indices(100, 1);
  const Column columns[] = {{indices.data(), true}};
  const std::map<std::string, std::string> cases{
      {"sum(k, 0, 3, in[k + index])", "in[3] is out of range: in has 3 elements"},
      {"sum(k, 0, 3, 1 / (k - index))", "division by zero"},
      {"sum(k, 0, 9223372036854775807, index)", "takes more than 67108864 operations"},
  };
  for (const auto& [text, wanted] : cases) {
    const auto bound = BoundExpression::bind(Expression::parse(text).value(), {"index"}, {"in"});
    std::vector<double> out(indices.size());
    std::string error;
    EXPECT_FALSE(bound.value().evaluate_column(columns, arrays, out, &error)) << text;
    EXPECT_EQ(error, wanted) << text;
  }
}

TEST(ExpressionTest, EvaluationErrorsAreNaNWithAReason) {
  const std::map<std::string, std::vector<double>> inputs{{"in", {1, 2}}};
  const std::map<std::string, std::string> cases{
      {"1 / 0", "division by zero"},
      {"1 % (n - n)", "division by zero"},
      {"in[0] / 0", "division by zero"},
      {"1 << 64", "shift by 64, possible are 0 to 63"},
      {"1 >> -1", "shift by -1, possible are 0 to 63"},
      {"in[2]", "in[2] is out of range: in has 2 elements"},
      {"in[-1]", "in[-1] is out of range: in has 2 elements"},
      {"sum(k, 0, 3, in[k])", "in[2] is out of range: in has 2 elements"},
      {"sum(k, 0, 9223372036854775807, 1)", "takes more than 67108864 operations"},
      {"sum(i, 0, 1000000, sum(k, 0, 1000000, i*k))", "takes more than 67108864 operations"},
      {"sum(i, 0, 10000000, sum(k, 0, 0, 1))", "takes more than 67108864 operations"},
  };
  for (const auto& [text, error] : cases) {
    const Outcome outcome = evaluate(text, {{"n", 5}}, inputs);
    EXPECT_TRUE(std::isnan(outcome.value)) << text;
    EXPECT_EQ(outcome.error, error) << text;
  }
}

TEST(ExpressionTest, OperationsMayBeLimitedFurther) {
  auto bound = BoundExpression::bind(Expression::parse("sum(k, 0, 100, gcd(k, 32))").value(), {});
  std::string error;
  bound.value().limit_operations(3310);
  EXPECT_EQ(bound.value().evaluate({}, {}, &error), 372);
  EXPECT_EQ(error, "");
  bound.value().limit_operations(3308);
  EXPECT_TRUE(std::isnan(bound.value().evaluate({}, {}, &error)));
  EXPECT_EQ(error, "takes more than 3308 operations");
}

TEST(ExpressionTest, AWholeNumberIsRefusedWhenTheExpressionIsReal) {
  const auto bound = BoundExpression::bind(Expression::parse("1.5 * 2").value(), {});
  std::int64_t result = 0;
  std::string error;
  EXPECT_FALSE(bound.value().evaluate_integer({}, &result, &error));
  EXPECT_EQ(error, "a whole number is wanted here, this is a real number");
}

TEST(ExpressionTest, BindingNamesWhatItDoesNotKnow) {
  const auto expression = Expression::parse("in[tx] + strid").value();
  EXPECT_EQ(base::render(BoundExpression::bind(expression, {"tx", "stride"}).errors()),
            "expression:1:10: error: unknown name `strid`\n"
            "  in[tx] + strid\n"
            "           ^\n"
            "expression:1:1: error: unknown input `in`\n"
            "  in[tx] + strid\n"
            "  ^\n");
}

TEST(ExpressionTest, SyntaxErrorsPointAtTheirColumn) {
  struct Case {
    std::string text;
    int column;
    std::string error;
  };
  const std::vector<Case> cases{
      {"", 1, "an expression is wanted here"},
      {"  ", 3, "an expression is wanted here"},
      {"1 +", 4, "expected a value, found the end"},
      {"1 + * 2", 5, "expected a value, found `*`"},
      {"(1 + 2", 7, "expected `)`, found the end"},
      {"1 2", 3, "expected an operator, found `2`"},
      {"a b", 3, "expected an operator, found `b`"},
      {"in[3", 5, "expected `]`, found the end"},
      {"gcd(1)", 6, "expected `,`, found `)`"},
      {"gcd(1, 2, 3)", 9, "expected `)`, found `,`"},
      {"lcm(1, 2)", 1, "`lcm` is not a function: there are gcd, min, max and sum"},
      {"sum(3, 0, 1, 2)", 5, "expected the name of the sum's variable, found `3`"},
      {"1 $ 2", 3, "unexpected character"},
      {"a && b", 4, "expected a value, found `&`"},
      {"9223372036854775808", 1, "the number does not fit into 64 bits"},
      {"0x10000000000000000", 1, "the number does not fit into 64 bits"},
      {"3x", 1, "`3x` is not a number"},
      {"1.2.3", 1, "`1.2.3` is not a number"},
      {"1e9", 1, "`1e9` is not a number"},
      {"0x", 1, "`0x` is not a number"},
      {"1.5 % 2", 1, "`%` wants whole numbers, this is a real number"},
      {"2 & in[1]", 5, "`&` wants whole numbers, this is a real number"},
      {"~(1 + 0.5)", 5, "`~` wants whole numbers, this is a real number"},
      {"in[in[0]]", 4, "an index wants whole numbers, this is a real number"},
      {"gcd(0.5, 1)", 5, "gcd wants whole numbers, this is a real number"},
      {"sum(k, 0, 1.5, k)", 11, "a bound of a sum wants whole numbers, this is a real number"},
  };
  for (const Case& test : cases) {
    const auto errors = Expression::parse(test.text, "e").errors();
    ASSERT_EQ(errors.size(), 1u) << test.text;
    EXPECT_EQ(errors[0].text, test.error) << test.text;
    EXPECT_EQ(errors[0].column, test.column) << test.text;
    EXPECT_EQ(errors[0].line, 1);
    EXPECT_EQ(errors[0].file, "e");
  }
  EXPECT_EQ(parse_error("2 + * 3"),
            "e:1:5: error: expected a value, found `*`\n"
            "  2 + * 3\n"
            "      ^\n");
}

TEST(ExpressionTest, DeepNestingIsRefusedWithoutRecursion) {
  const std::string error = "nested deeper than 64 levels";
  for (const std::string opening : {"(", "-", "~", "in[", "gcd(", "sum(k, "}) {
    std::string text;
    while (text.size() < 4000) text += opening;
    const auto errors = Expression::parse(text, "e").errors();
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].text, error) << opening;
  }
  EXPECT_EQ(value(std::string(64, '(') + "7" + std::string(64, ')')), 7);
}

TEST(ExpressionTest, LongExpressionsAreRefused) {
  EXPECT_EQ(Expression::parse(std::string(5000, ' ')).errors()[0].text,
            "the expression is longer than 4096 characters");
  std::string many = "1";
  for (int i = 0; i < 600; ++i) many += "+1";
  EXPECT_EQ(Expression::parse(many).errors()[0].text, "more than 1024 parts");
  std::string fewer = "1";
  for (int i = 0; i < 500; ++i) fewer += "+1";
  EXPECT_EQ(value(fewer), 501);
}

}  // namespace
}  // namespace bankcheck::rubric
