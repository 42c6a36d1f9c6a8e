// The page's style sheet: two sets of colours, one column that narrows with the window.
#include "report/page_parts.hpp"

namespace bankcheck::report {

std::string_view page_style() {
  return R"css(
:root{--page:#fff;--card:#f6f8fa;--edge:#d0d7de;--text:#1b1f24;--muted:#57606a;--link:#0b57d0;--good:#116329;--good-back:#dafbe1;--bad:#a40e26;--bad-back:#ffebe9;--open:#7d4e00;--open-back:#fff8c5;--measured:#1f5fd1;--time:#b3470a;--predicted:#9aa4b1;--hot:#ffe3cc;--shade:#1b1f2440}
@media (prefers-color-scheme:dark){:root{--page:#0d1117;--card:#161b22;--edge:#30363d;--text:#e6edf3;--muted:#9aa4af;--link:#7ab0ff;--good:#6fdd8b;--good-back:#12351d;--bad:#ff9d97;--bad-back:#45171a;--open:#e9c46a;--open-back:#3a2f0b;--measured:#7aa9ff;--time:#f0a05a;--predicted:#6b7683;--hot:#4d2c10;--shade:#e6edf340}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:72rem;background:var(--page);color:var(--text);font:16px/1.5 ui-sans-serif,system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}
h2{font-size:1.2rem;margin:2.25rem 0 .75rem}
h3{font-size:1rem;margin:1.25rem 0 .5rem;font-family:ui-monospace,monospace}
p{margin:.25rem 0 .75rem;max-width:70ch}
code,pre,.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:.75rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:.25rem 2rem;margin:0;font-size:.875rem}
.facts div{display:flex;gap:.75rem}
.facts dt{color:var(--muted);flex:0 0 5.5rem}
.facts dd{margin:0;overflow-wrap:anywhere}
.facts code{color:var(--muted)}
.scroll{overflow-x:auto;max-width:100%;--under:var(--page);background:linear-gradient(90deg,var(--under) 50%,transparent) 0 0/2rem 100% local no-repeat,linear-gradient(-90deg,var(--under) 50%,transparent) 100% 0/2rem 100% local no-repeat,linear-gradient(90deg,var(--shade),transparent) 0 0/.9rem 100% no-repeat,linear-gradient(-90deg,var(--shade),transparent) 100% 0/.9rem 100% no-repeat}
table{border-collapse:collapse}
.sweep{width:100%;font-variant-numeric:tabular-nums}
.sweep th,.sweep td{padding:.35rem .75rem;border-bottom:1px solid var(--edge);text-align:left;vertical-align:top}
.sweep thead th{font-weight:600;font-size:.8rem;color:var(--muted);vertical-align:bottom;line-height:1.25;white-space:nowrap}
.sweep .number{text-align:right}
.sweep .result{min-width:12rem}
.good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}.quiet{color:var(--muted)}
.verdict{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;margin-top:1.5rem;padding:.9rem 1.1rem;border-radius:8px;border:1px solid currentColor}
.verdict h2,.verdict p{margin:0}
.verdict h2{font-size:1.5rem;letter-spacing:.02em}
.verdict p{color:var(--text)}
.verdict.good{background:var(--good-back)}.verdict.bad{background:var(--bad-back)}.verdict.open{background:var(--open-back)}
.findings{list-style:none;margin:0;padding:0}
.findings li{display:flex;gap:.75rem;padding:.6rem 0;border-bottom:1px solid var(--edge)}
.findings li>div{flex:1;min-width:0;overflow-wrap:anywhere}
.findings p{margin:0;max-width:80ch;color:var(--muted)}
.findings .title{color:var(--text);font-weight:600}
.findings small{font-weight:400;color:var(--muted);border:1px solid var(--edge);border-radius:4px;padding:0 .35rem;white-space:nowrap}
.findings .hint{color:var(--text);margin-top:.25rem}
.status{flex:0 0 4rem;font-weight:700}
.points{flex:0 0 3.5rem;text-align:right;font-variant-numeric:tabular-nums}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style:none;margin:0 0 .5rem;padding:0;font-size:.875rem}
.legend svg{vertical-align:-.15em}
.chart text{font:12px ui-sans-serif,system-ui,sans-serif;fill:var(--text)}
.chart .grid{stroke:var(--edge)}
.chart .one{stroke:var(--muted);stroke-width:1.5}
.chart .scale{text-anchor:end;fill:var(--muted)}
.chart .label,.chart .value,.chart .axis{text-anchor:middle}
.chart .label{font-weight:600}
.chart .axis{fill:var(--muted)}
.chart .predicted{fill:var(--predicted)}
.chart .measured{fill:var(--measured);stroke:var(--measured)}
.chart .time{fill:var(--time);stroke:var(--time)}
.chart .stem{stroke-width:2.5}
details{border-bottom:1px solid var(--edge)}
summary{padding:.5rem 0;cursor:pointer}
.banks{display:block;width:100%;min-width:52rem;max-width:66rem;padding-bottom:.75rem}
.control{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.control input{flex:0 1 22rem;accent-color:var(--measured)}
.control output{font-weight:600}
#slider{background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:.75rem 1rem .25rem;margin:1rem 0}
#slider .scroll{--under:var(--card)}
#slider[hidden]{display:none}
select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:4px;padding:.1rem .4rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.listing{border:1px solid var(--edge);border-radius:6px}
.source{width:100%;font-size:.8125rem;line-height:1.45}
.source thead th{background:var(--card);font-size:.75rem;text-align:left;color:var(--muted);padding:.35rem .6rem;white-space:nowrap}
.source td,.source th.line{padding:0 .6rem;vertical-align:top}
.source th.line{text-align:right;font-weight:400;color:var(--muted);font-variant-numeric:tabular-nums}
.source .note{white-space:nowrap;font-variant-numeric:tabular-nums}
.source .hot{background:var(--hot);font-weight:700}
.source .code{white-space:pre;tab-size:4;width:100%}
dt{font-weight:600}
dd{margin:0 0 .75rem;overflow-wrap:anywhere;max-width:80ch}
.facts dt{font-weight:400}
.diagnoses small{font-weight:400;color:var(--muted)}
@media (max-width:40rem){body{padding:1rem .75rem 3rem}.sweep .result{min-width:20rem}.findings li{flex-wrap:wrap}.findings li>div{flex-basis:100%}.points{text-align:left}.source tr>:nth-child(3){display:none}.source td,.source th{padding-left:.35rem;padding-right:.35rem}.source thead th{white-space:normal}}
@media print{#slider{display:none}}
)css";
}

}  // namespace bankcheck::report
