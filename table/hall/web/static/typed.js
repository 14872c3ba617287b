// What is typed and not yet sent stays when another form has loaded the page again.

const TYPED = `typed ${window.location.pathname}`;
const found = new WeakMap(); // what a field held when the page was loaded

const held = (field) => (field.type === "checkbox" ? field.checked : field.value);
const typedIn = (form) =>
  [...form.elements].filter((field) => field.matches("input:not([type=hidden]), select, textarea"));

/** The forms by what they ask for; several may ask for the same. */
function byName() {
  const forms = new Map();
  for (const form of document.querySelectorAll("form[data-api]")) {
    const { api } = form.dataset;
    forms.set(api, [...(forms.get(api) ?? []), form]);
  }
  return [...forms].flatMap(([api, same]) => same.map((form, at) => [`${at} ${api}`, form]));
}

/** Keeps what was typed in all forms but the one that was sent. */
export function keepTyped(sent) {
  const kept = {};
  for (const [name, form] of byName()) {
    if (form === sent) continue;
    const changed = typedIn(form)
      .map((field, at) => [at, field])
      .filter(([, field]) => found.has(field) && held(field) !== found.get(field))
      .map(([at, field]) => [at, held(field)]);
    if (changed.length) kept[name] = changed;
  }
  sessionStorage.setItem(TYPED, JSON.stringify(kept));
}

/** Puts it back; to be called when the fields hold what they do without it. */
export function putBack() {
  const kept = JSON.parse(sessionStorage.getItem(TYPED) ?? "{}");
  sessionStorage.removeItem(TYPED);
  for (const [name, form] of byName()) {
    const fields = typedIn(form);
    for (const field of fields) found.set(field, held(field));
    for (const [at, value] of kept[name] ?? []) fill(fields[at], value);
  }
}

function fill(field, value) {
  if (field?.type === "checkbox") field.checked = value === true;
  else if (field?.tagName !== "SELECT") field && (field.value = value);
  else if ([...field.options].some((one) => one.value === value)) field.value = value;
}
