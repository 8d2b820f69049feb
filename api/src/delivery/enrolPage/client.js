/**
 * Runs in the browser of an operator who opened an enrolment link: password, then the Google code, each by one call.
 * Plain JavaScript, sent inside the page; `texts` and `api` come from the document.
 */
const { texts, api } = JSON.parse(document.getElementById('page').textContent);
const message = document.getElementById('message');
const [passwordForm, codeForm, done] = ['password-step', 'code-step', 'done'].map((id) => document.getElementById(id));

// The link works once; neither history nor a look over the shoulder needs it any longer.
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);

/** What a call answered; a refusal as the text that says it. */
async function call(path, body) {
  try {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return { answer };
    const code = answer.errors?.[0]?.code ?? answer.code;
    return { refused: texts[code] ?? texts.failed };
  } catch {
    return { refused: texts.offline };
  }
}

function say(text, field) {
  message.textContent = text;
  if (!field) return;
  field.setAttribute('aria-invalid', 'true');
  field.focus();
}

/** Sends a form's step once at a time, and goes on when it was accepted. */
function step(form, field, send) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    say('');
    field.removeAttribute('aria-invalid');
    button.disabled = true;
    const refused = await send();
    button.disabled = false;
    if (refused) say(refused, field);
  });
}

step(passwordForm, passwordForm.elements.password, async () => {
  const { password, again } = passwordForm.elements;
  if (password.value !== again.value) return texts.different;
  const { answer, refused } = await call('/enrolment', { token, password: password.value });
  if (refused) return refused;
  passwordForm.reset();
  document.getElementById('code-picture').src = `data:image/svg+xml,${encodeURIComponent(answer.qr)}`;
  document.getElementById('secret').textContent = new URL(answer.otpauthUri).searchParams.get('secret');
  document.getElementById('name').textContent = answer.name;
  show(codeForm, codeForm.elements.code);
  return undefined;
});

step(codeForm, codeForm.elements.code, async () => {
  const { refused } = await call('/enrolment/confirmation', { token, code: codeForm.elements.code.value.trim() });
  if (refused) return refused;
  for (const id of ['secret', 'code-picture']) document.getElementById(id).remove();
  show(done, done);
  return undefined;
});

function show(part, focused) {
  for (const each of [passwordForm, codeForm, done]) each.hidden = each !== part;
  focused.focus();
}

if (token === '') say(texts['code.invalid_or_expired']);
else show(passwordForm, passwordForm.elements.password);
