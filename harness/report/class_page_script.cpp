// The script of the class's page: filters by words, standing and need, and sorts by any column.
// Each row is read once; a filter sets `hidden`, a sort moves the rows together.
#include "report/class_page_parts.hpp"

namespace bankcheck::report {

std::string_view class_page_script() {
  return R"js(
'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const roll = byId('roll');
  if (!roll) return;
  const body = roll.tBodies[0];
  const FIRST = 250;
  let limit = FIRST;
  let rows = [...body.rows].map((row) => ({
    row, cells: [...row.cells].map((cell) => cell.textContent.trim()),
    words: row.textContent.toLowerCase(), person: row.classList.contains('person')}));
  const words = byId('words'), standing = byId('standing'), person = byId('person');
  const tiles = [];

  const all = byId('all');

  // --- the filter ---------------------------------------------------------------------------
  const filter = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let fitting = 0;
    for (const {row, cells, words: text, person: needs} of rows) {
      const fits = wanted.every((word) => text.includes(word)) &&
          (!standing.value || cells[1] === standing.value) && (!person.checked || needs);
      if (fits) ++fitting;
      row.hidden = !fits || fitting > limit;
    }
    all.hidden = fitting <= limit;
    byId('shown').textContent =
        `${fitting} of ${rows.length} fit` + (all.hidden ? '' : `, the first ${limit} are shown`);
    for (const [button, name] of tiles) {
      button.setAttribute('aria-pressed', String(standing.value === name));
    }
  };
  words.addEventListener('input', filter);
  standing.addEventListener('change', filter);
  person.addEventListener('change', filter);
  all.addEventListener('click', () => {
    limit = Infinity;
    filter();
  });
  for (const item of document.querySelectorAll('.standings li')) {
    const button = document.createElement('button');
    const name = item.dataset.standing;
    button.type = 'button';
    button.append(...item.childNodes);
    item.append(button);
    button.addEventListener('click', () => {
      standing.value = standing.value === name ? '' : name;
      filter();
    });
    tiles.push([button, name]);
  }

  // --- the order ----------------------------------------------------------------------------
  const collator = new Intl.Collator(undefined, {numeric: true, sensitivity: 'base'});
  const standings = [...standing.options].map((option) => option.value);
  const keyOf = (column, isNumber) => ({cells}) => {
    const text = cells[column];
    if (isNumber) return text === '' ? null : Number(text);
    return column === 1 ? standings.indexOf(text) : text || null;
  };
  /** What is empty comes last, whichever way the rest goes. */
  const sort = (heading, column, direction) => {
    const key = keyOf(column, heading.classList.contains('number'));
    const compare = (a, b) => typeof a === 'number' ? a - b : collator.compare(a, b);
    const keyed = rows.map((entry, index) => ({entry, key: key(entry), index}));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) {
        return a.key === b.key ? a.index - b.index : a.key === null ? 1 : -1;
      }
      return direction * compare(a.key, b.key) || a.index - b.index;
    });
    rows = keyed.map(({entry}) => entry);
    filter();
    body.append(...rows.map(({row}) => row));
  };
  const headings = [...roll.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const now = heading.getAttribute('aria-sort');
      const up = now ? now === 'descending' : heading.dataset.first === 'up';
      for (const other of headings) other.removeAttribute('aria-sort');
      heading.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      sort(heading, column, up ? 1 : -1);
    });
  });

  byId('controls').hidden = false;
  filter();
})();
)js";
}

}  // namespace bankcheck::report
