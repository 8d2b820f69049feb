/* The emergency page: log-in, payouts, features. Plain on purpose; it calls the endpoints that the console calls. */
(() => {
  const base = '/ops/api/v1';
  const texts = {
    en: {
      title: 'Emergency',
      text: 'One person can stop. Resuming takes two people, a typed word and a new code.',
      name: 'Name',
      password: 'Password',
      code: 'Code from the app, 6 digits',
      logIn: 'Log in',
      logOut: 'Log out',
      who: 'Logged in:',
      payouts: 'Payouts',
      running: 'Payouts are running.',
      frozen: 'Payouts have been frozen since',
      books: 'a check of the books',
      green: 'The books were checked since, and are right.',
      notGreen: 'The books haven’t passed a check since.',
      freeze: 'Freeze payouts',
      askGoOn: 'Request to resume payouts',
      approve: 'Approve',
      asked: 'Requested by',
      reason: 'Reason',
      word: 'Type',
      live: 'Live',
      nothing: 'nothing',
      off: 'Off',
      rollBack: 'Roll back to',
      turnOff: 'Turn off',
      askOn: 'Request to turn it on',
      done: 'Done.',
      needReason: 'Say why.',
      needWord: 'Type the word first.',
      noAnswer: 'No response. Try again.',
      console: 'Go to the console',
    },
    jp: {
      title: '緊急対応',
      text: '停止は1人でできます。再開には2人の承認、確認語の入力、新しい認証コードが必要です。',
      name: '名前',
      password: 'パスワード',
      code: 'アプリの6桁の認証コード',
      logIn: 'ログイン',
      logOut: 'ログアウト',
      who: 'ログイン中：',
      payouts: '出金',
      running: '出金は通常どおり行われています。',
      frozen: '出金は凍結されています。開始：',
      books: '帳簿の検査',
      green: 'その後帳簿を検査し、問題はありませんでした。',
      notGreen: 'その後、帳簿の正しさはまだ確認されていません。',
      freeze: '出金を凍結',
      askGoOn: '出金の再開を申請',
      approve: '承認する',
      asked: '申請者：',
      reason: '理由',
      word: '入力してください：',
      live: '公開中：',
      nothing: 'なし',
      off: '停止中',
      rollBack: '切り戻し先：',
      turnOff: '停止する',
      askOn: '再開を申請',
      done: '完了しました。',
      needReason: '理由を入力してください。',
      needWord: '先に確認語を入力してください。',
      noAnswer: '応答がありません。もう一度お試しください。',
      console: '管理画面へ',
    },
    zh: {
      title: '应急',
      text: '一人即可停止。恢复需要两人、输入确认词和新的验证码。',
      name: '登录名',
      password: '密码',
      code: '应用中的 6 位验证码',
      logIn: '登录',
      logOut: '退出登录',
      who: '已登录：',
      payouts: '付款',
      running: '付款正常进行。',
      frozen: '付款已冻结，开始时间：',
      books: '账目核对',
      green: '此后已核对账目，结果正确。',
      notGreen: '此后账目尚未通过核对。',
      freeze: '冻结付款',
      askGoOn: '申请恢复付款',
      approve: '批准',
      asked: '提交人：',
      reason: '原因',
      word: '请输入：',
      live: '当前版本：',
      nothing: '无',
      off: '已关闭',
      rollBack: '回滚到：',
      turnOff: '关闭',
      askOn: '申请开启',
      done: '已完成。',
      needReason: '请填写原因。',
      needWord: '请先输入确认词。',
      noAnswer: '没有响应，请重试。',
      console: '前往管理台',
    },
    ko: {
      title: '비상 대응',
      text: '중지는 한 명이면 됩니다. 재개에는 두 명, 확인 단어 입력, 새 인증번호가 필요합니다.',
      name: '이름',
      password: '비밀번호',
      code: '앱의 6자리 인증번호',
      logIn: '로그인',
      logOut: '로그아웃',
      who: '로그인:',
      payouts: '지급',
      running: '지급이 정상적으로 진행되고 있습니다.',
      frozen: '지급이 동결되었습니다. 시작:',
      books: '장부 점검',
      green: '이후 장부를 점검했으며 이상이 없습니다.',
      notGreen: '이후 장부가 맞는지 아직 확인되지 않았습니다.',
      freeze: '지급 동결',
      askGoOn: '지급 재개 요청',
      approve: '승인',
      asked: '요청:',
      reason: '사유',
      word: '입력:',
      live: '현재:',
      nothing: '없음',
      off: '꺼짐',
      rollBack: '되돌릴 릴리스:',
      turnOff: '끄기',
      askOn: '켜기 요청',
      done: '완료했습니다.',
      needReason: '사유를 입력해 주세요.',
      needWord: '먼저 확인 단어를 입력해 주세요.',
      noAnswer: '응답이 없습니다. 다시 시도해 주세요.',
      console: '관리 화면으로 이동',
    },
  };
  const tags = { en: 'en', jp: 'ja', zh: 'zh-Hans', ko: 'ko' };
  const names = { en: 'English', jp: '日本語', zh: '中文', ko: '한국어' };
  let language =
    Object.keys(tags).find((each) => navigator.language.toLowerCase().startsWith(tags[each].slice(0, 2))) ?? 'en';
  const t = (key) => texts[language][key];
  /** A label and what it is of; full-width punctuation brings its own space. */
  const labelled = (key, text) => `${t(key)}${t(key).endsWith('：') ? '' : ' '}${text}`;
  const main = document.getElementById('main');
  const said = document.getElementById('said');

  /** An element with its properties, and what is in it: elements or text, never markup. */
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const say = (text) => {
    said.textContent = text;
  };
  /** @returns the answer's body; throws its sentence */
  const call = async (method, path, body) => {
    let answer;
    try {
      answer = await fetch(base + path, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
    } catch {
      throw new Error(t('noAnswer'));
    }
    const read = await answer.json().catch(() => ({}));
    if (answer.ok) return read;
    if (answer.status === 401 && path !== '/session') void show();
    const fields = (read.fields ?? []).map(({ path: field, code }) => `${field}: ${code}`).join(', ');
    const retry = read.params?.seconds === undefined ? '' : ` (${read.params.seconds} s)`;
    const text = `${read.title ?? answer.status}${retry}${fields && ` · ${fields}`}${read.requestId ? ` · ${read.requestId}` : ''}`;
    throw Object.assign(new Error(text), { asksCode: /(^| )code:/.test(fields) });
  };
  const input = (label, properties = {}) => {
    const field = make('input', { required: true, autocomplete: 'off', ...properties });
    return { field, element: make('label', {}, label, field) };
  };
  /** A button that does one thing, once at a time, and says what came of it. */
  const button = (label, work, className = '') => {
    const element = make('button', { type: 'button', className }, label);
    element.addEventListener('click', async () => {
      element.disabled = true;
      say('');
      try {
        await work();
        await show();
        say(t('done'));
      } catch (error) {
        say(error.message);
      }
      element.disabled = false;
    });
    return element;
  };

  const logIn = () => {
    const name = input(t('name'), { autocomplete: 'username', autocapitalize: 'none' });
    const password = input(t('password'), { type: 'password', autocomplete: 'current-password' });
    const code = input(t('code'), { inputMode: 'numeric', maxLength: 6, autocomplete: 'one-time-code' });
    const send = () =>
      call('POST', '/session', { name: name.field.value, password: password.field.value, code: code.field.value });
    const go = button(t('logIn'), send);
    const form = make('form', {}, name.element, password.element, code.element, go);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      go.click();
    });
    // Enter sends it, as in any form.
    go.type = 'button';
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target.tagName === 'INPUT' && !event.isComposing) go.click();
    });
    return [make('section', {}, form)];
  };

  /** Why, and for going on the word and a code. Nothing here is done by Enter. */
  const action = (heading, facts, word, acts) => {
    const reason = input(t('reason'), { maxLength: 500 });
    const typed = input(labelled('word', word));
    const code = input(t('code'), { inputMode: 'numeric', maxLength: 6, autocomplete: 'one-time-code' });
    // What was let go on within a day is stopped again with a code: the server says so.
    let codeAsked = false;
    const needed = () => {
      if (reason.field.value.trim() === '') throw new Error(t('needReason'));
      return { reason: reason.field.value.trim(), ...(codeAsked && { code: code.field.value }) };
    };
    const neededTwice = () => {
      const words = needed();
      if (typed.field.value.trim() !== word) throw new Error(t('needWord'));
      return { ...words, code: code.field.value };
    };
    const buttons = acts.map(({ label, run, goesOn }) =>
      button(
        label,
        async () => {
          try {
            await run(goesOn ? neededTwice() : needed());
          } catch (error) {
            codeAsked ||= error.asksCode === true;
            code.element.hidden &&= !codeAsked;
            throw error;
          }
        },
        goesOn ? '' : 'danger',
      ),
    );
    const goesOn = acts.some((act) => act.goesOn);
    code.element.hidden = !goesOn;
    return make(
      'section',
      {},
      make('h2', {}, heading),
      ...facts.map((fact) => make('p', {}, fact)),
      ...(acts.length > 0 ? [reason.element] : []),
      ...(goesOn ? [typed.element] : []),
      code.element,
      ...buttons,
    );
  };

  const payouts = ({ freeze }, me) => {
    if (!freeze)
      return action(t('payouts'), [t('running')], 'payouts', [
        { label: t('freeze'), run: (words) => call('POST', '/payouts/freeze', words) },
      ]);
    const { since, by, reason, green, waiting, found } = freeze;
    const facts = [
      `${labelled('frozen', new Date(since).toLocaleString(tags[language]))} · ${by === null ? t('books') : `${by}: ${reason}`}`,
      t(green ? 'green' : 'notGreen'),
      ...(found?.findings ?? []).flatMap(({ name, count, rows }) => [`${name} (${count})`, ...rows]),
      ...(waiting ? [labelled('asked', `${waiting.requestedBy}: ${waiting.reason}`)] : []),
    ];
    // A false alarm is asked for and approved in the console, where what was found is looked at.
    const other = waiting && !waiting.falseAlarm && waiting.requestedBy !== `operator:${me}`;
    const approve = { label: t('approve'), goesOn: true };
    const ask = { label: t('askGoOn'), goesOn: true, run: (words) => call('POST', '/payouts/unfreeze', words) };
    return action(t('payouts'), facts, 'payouts', [
      ...(other ? [{ ...approve, run: (words) => call('POST', `/approvals/${waiting.id}`, words) }] : []),
      ...(waiting && !other ? [] : [ask]),
    ]);
  };

  const feature = ({ feature: name, stable, off, back }, requests) => {
    const at = (step) => `/releases/${name}/${step}`;
    const waiting = requests.find(({ action, subject }) => action === 'release.approve_on' && subject === name);
    const acts = [];
    if (back !== null)
      acts.push({
        label: labelled('rollBack', back),
        run: (words) => call('POST', at('rollback'), { ...words, release: back }),
      });
    // Without the shell nothing is left, and without the console its operators.
    if (!off && name !== 'shell' && name !== 'operator')
      acts.push({ label: t('turnOff'), run: (words) => call('POST', at('off'), words) });
    if (off && waiting?.yours)
      acts.push({ label: t('approve'), goesOn: true, run: (words) => call('POST', `/approvals/${waiting.id}`, words) });
    if (off && !waiting) acts.push({ label: t('askOn'), goesOn: true, run: (words) => call('POST', at('on'), words) });
    const facts = [
      `${labelled('live', stable ?? t('nothing'))}${off ? ` · ${t('off')}` : ''}`,
      ...(waiting ? [labelled('asked', `${waiting.requestedBy}: ${waiting.reason}`)] : []),
    ];
    return action(name, facts, name, acts);
  };

  const inside = async ({ name, roles }) => {
    const [freeze, { features }, { waiting }] = await Promise.all([
      call('GET', '/payouts/freeze'),
      call('GET', '/releases'),
      call('GET', '/approvals/waiting?domain=release'),
    ]);
    return [
      make('p', {}, labelled('who', `${name} (${roles.join(', ')})`)),
      button(t('logOut'), () => call('DELETE', '/session')),
      payouts(freeze, name),
      ...features.map((each) => feature(each, waiting)),
      make('p', {}, make('a', { href: '/' }, t('console'))),
    ];
  };

  async function show() {
    document.documentElement.lang = tags[language];
    document.title = t('title');
    try {
      const { operator } = await call('GET', '/session');
      main.replaceChildren(
        make('h1', {}, t('title')),
        make('p', {}, t('text')),
        ...(operator ? await inside(operator) : logIn()),
      );
    } catch (error) {
      const again = button(t('noAnswer'), () => undefined);
      main.replaceChildren(make('h1', {}, t('title')), make('p', {}, error.message), again);
    }
  }

  document.getElementById('languages').append(
    ...Object.keys(names).map((each) => {
      const choice = make('button', { type: 'button', lang: tags[each] }, names[each]);
      choice.addEventListener('click', () => {
        language = each;
        void show();
      });
      return choice;
    }),
  );
  void show();
})();
