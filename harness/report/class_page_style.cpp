#include "report/class_page_parts.hpp"

namespace bankcheck::report {

std::string_view class_page_style() {
  return R"css(
body.class{max-width:100rem}
a{color:var(--link)}
.standings{display:flex;flex-wrap:wrap;gap:.6rem;list-style:none;margin:1.25rem 0 0;padding:0}
.standings li{padding:.5rem .9rem;border:1px solid currentColor;border-radius:8px}
.standings li:has(button){padding:0}
.standings button{font:inherit;color:inherit;background:none;border:0;padding:.5rem .9rem;cursor:pointer;border-radius:8px}
.standings button[aria-pressed=true]{background:var(--card);box-shadow:inset 0 0 0 2px currentColor}
.standings strong{font-size:1.3rem;font-variant-numeric:tabular-nums}
main ul:not([class]){margin:.25rem 0;padding-left:1.25rem;columns:2 34rem}
small{color:var(--muted)}
#roll td small{white-space:nowrap}
#controls{margin-bottom:.75rem;gap:.6rem}
#controls[hidden]{display:none}
#controls input[type=search]{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:4px;padding:.2rem .5rem;flex:0 1 18rem}
#controls input[type=checkbox]{flex:none;accent-color:var(--measured)}
#controls output{color:var(--muted);font-weight:400;margin-left:auto}
.tall{max-height:85vh;overflow:auto}
#roll{font-size:.875rem}
#roll th,#roll td{padding:.25rem .6rem}
#roll thead th{position:sticky;top:0;background:var(--page)}
#roll thead button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;cursor:pointer}
#roll thead [aria-sort] button{color:var(--text)}
#roll thead [aria-sort=ascending] button::after{content:" \25b2";content:" \25b2" / ""}
#roll thead [aria-sort=descending] button::after{content:" \25bc";content:" \25bc" / ""}
#roll thead .ratio{white-space:normal;min-width:4rem}
#roll tbody th{font-weight:600;min-width:14rem;max-width:20rem;overflow-wrap:anywhere}
#roll tbody td:last-child{min-width:24rem}
#roll details{border:0}
#roll summary{padding:0}
#controls .pair{display:inline-flex;align-items:center;gap:.4rem;white-space:nowrap}
.chart.spread rect{stroke:none;opacity:.85}
.chart .degree{stroke:var(--text);stroke-width:1.5;stroke-dasharray:4 3}
.share rect{fill:var(--edge)}
.share .failed{fill:var(--bad)}
#all{font:inherit;color:var(--link);background:none;border:0;padding:0;text-decoration:underline;cursor:pointer}
#all[hidden]{display:none}
dt span{font-weight:400;color:var(--muted)}
@media (max-width:40rem){#roll tbody th{min-width:8rem;max-width:9rem}.share{width:4.5rem}}
@media print{#controls{display:none}.tall{max-height:none}}
)css";
}

}  // namespace bankcheck::report
