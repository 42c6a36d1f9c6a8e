// The page's script: the slider over strides, and the choice of the row whose counts stand beside
// the source. It counts by the same rule as the bank model does for 4-byte loads, and draws as
// bank_picture.cpp does; a test in a browser compares both with the program's own pictures.
#include "report/page_parts.hpp"

namespace bankcheck::report {

std::string_view page_script() {
  return R"js(
'use strict';
(() => {
  const byId = (id) => document.getElementById(id);

  // --- the slider ---------------------------------------------------------------------------
  const LANES = 32, BANKS = 32;
  const LEFT = 38, COLUMN = 31, BOX = 29, NUMBERS = 18, FEW = 8;

  /** For each bank its distinct words in ascending order, each with its lanes. */
  const wordsByBank = (stride) => {
    const banks = Array.from({length: BANKS}, () => new Map());
    for (let lane = 0; lane < LANES; ++lane) {
      const word = lane * stride, bank = banks[word % BANKS];
      bank.set(word, [...(bank.get(word) || []), lane]);
    }
    return banks.map((words) => [...words]);
  };

  const rangesOf = (lanes) => {
    const ranges = [];
    for (const lane of lanes) {
      const last = ranges[ranges.length - 1];
      if (last && last[1] === lane - 1) last[1] = lane; else ranges.push([lane, lane]);
    }
    return ranges.map(([a, b]) => a === b ? `${a}` : `${a}-${b}`).join(', ');
  };

  const named = (lanes) => (lanes.length === 1 ? 'lane ' : 'lanes ') + rangesOf(lanes);

  const draw = (svg, stride) => {
    const banks = wordsByBank(stride);
    const rows = Math.max(...banks.map((words) => words.length));
    const height = rows <= FEW ? 24 : 15;
    const add = (parent, tag, attributes, text) => {
      const element = document.createElementNS(svg.namespaceURI, tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (text !== undefined) element.textContent = text;
      return parent.appendChild(element);
    };
    for (const old of [...svg.children].slice(2)) old.remove();  // title and description stay
    svg.children[0].textContent = `Lane t on word t*${stride}`;
    svg.children[1].textContent = cost(banks);
    let y = 2;
    add(svg, 'text', {class: 'wavefront', x: LEFT - 6, y: y + 12}, 'bank');
    for (let bank = 0; bank < BANKS; ++bank) {
      add(svg, 'text', {class: 'bank', x: LEFT + bank * COLUMN + BOX / 2, y: y + 12}, bank);
    }
    y += NUMBERS;
    for (let row = 0; row < rows; ++row) {
      add(svg, 'text', {class: 'wavefront', x: LEFT - 6, y: y + (row + 0.5) * height + 3.5}, row + 1);
    }
    banks.forEach((words, bank) => {
      const x = LEFT + bank * COLUMN;
      add(svg, 'rect', {class: 'idle', x, y, width: BOX, height: rows * height - 2});
      words.forEach(([word, lanes], row) => {
        const group = add(svg, 'g', {}), top = y + row * height, text = rangesOf(lanes);
        add(group, 'title', {}, `word ${word}: ${named(lanes)}`);
        add(group, 'rect', {class: row > 0 ? 'word extra' : 'word', x, y: top, width: BOX,
                            height: height - 2, rx: 3});
        add(group, 'text', {class: 'lanes', x: x + BOX / 2, y: top + height / 2 + 2.5},
            text.length > 5 ? `\u00d7${lanes.length}` : text);
      });
    });
    y += rows * height;
    svg.setAttribute('viewBox', `0 0 ${LEFT + BANKS * COLUMN + 4} ${y + 2}`);
  };

  const cost = (banks) => {
    const degree = Math.max(...banks.map((words) => words.length));
    const together = Math.max(...banks.flat().map(([, lanes]) => lanes.length));
    const article = [8, 11, 18].includes(degree) ? 'an' : 'a';
    const what = degree > 1 ? `${article} ${degree}-way bank conflict`
        : together === LANES ? 'a broadcast: every lane asks for the same word'
        : together > 1 ? 'no conflict: lanes on the same word are served together' : 'no conflict';
    return `${what}, ${degree} wavefront${degree === 1 ? '' : 's'}`;
  };

  const slider = byId('slider');
  if (slider) {
    const input = byId('stride'), says = byId('stride-says'), svg = slider.querySelector('svg');
    slider.hidden = false;
    input.addEventListener('input', () => {
      draw(svg, Number(input.value));
      says.textContent = `stride ${input.value}: ${cost(wordsByBank(Number(input.value)))}`;
    });
  }

  // --- the source ---------------------------------------------------------------------------
  const row = byId('row');
  if (row) {
    byId('row-choice').hidden = false;
    byId('row-shown').hidden = true;
    row.addEventListener('change', () => {
      for (const cell of document.querySelectorAll('td[data-rows]')) {
        const text = cell.dataset.rows.split('|')[Number(row.value)];
        cell.classList.toggle('hot', text.startsWith('!'));
        cell.textContent = text.replace('!', '');
      }
    });
  }
})();
)js";
}

}  // namespace bankcheck::report
