import type { Language } from '@trellis/api-contract';

export type MailTemplate = 'registerCode' | 'alreadyMember';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface MailContext {
  readonly productName: string;
  readonly publicOrigin: string;
  readonly params: Readonly<Record<string, string>>;
}

type Writer = (context: MailContext) => MailText;

/** In the fragment, which browsers send to no server, so that no log ever holds the code. */
const verifyLink = ({ publicOrigin, params }: MailContext): string =>
  `${publicOrigin}/verifyEmail#${new URLSearchParams({ email: params.email ?? '', code: params.code ?? '' })}`;

const registerCode: Record<Language, Writer> = {
  en: (mail) => ({
    subject: `${mail.params.code} is your ${mail.productName} code`,
    text: `Your verification code: ${mail.params.code}\nIt is valid for 10 minutes. Never give it to anyone.\n\nOr open this link: ${verifyLink(mail)}\n\nIf you did not ask for it, ignore this mail.`,
  }),
  jp: (mail) => ({
    subject: `${mail.productName} 認証コード: ${mail.params.code}`,
    text: `認証コード: ${mail.params.code}\n有効期限は10分です。誰にも教えないでください。\n\nこちらのリンクからも続けられます: ${verifyLink(mail)}\n\nお心当たりがない場合は、このメールを破棄してください。`,
  }),
  zh: (mail) => ({
    subject: `${mail.productName} 验证码:${mail.params.code}`,
    text: `您的验证码:${mail.params.code}\n10 分钟内有效,请勿告诉任何人。\n\n也可以打开此链接:${verifyLink(mail)}\n\n如非您本人操作,请忽略此邮件。`,
  }),
  ko: (mail) => ({
    subject: `${mail.productName} 인증번호: ${mail.params.code}`,
    text: `인증번호: ${mail.params.code}\n10분 동안 유효합니다. 누구에게도 알려 주지 마십시오.\n\n다음 링크로도 계속할 수 있습니다: ${verifyLink(mail)}\n\n요청하지 않으셨다면 이 메일을 무시하셔도 됩니다.`,
  }),
};

const alreadyMember: Record<Language, Writer> = {
  en: ({ productName, publicOrigin }) => ({
    subject: `You already have a ${productName} account`,
    text: `Somebody, perhaps you, tried to register with this address. It already has an account: log in at ${publicOrigin}/login.\n\nIf it was not you, there is nothing to do.`,
  }),
  jp: ({ productName, publicOrigin }) => ({
    subject: `${productName} のアカウントは登録済みです`,
    text: `このメールアドレスで新規登録の操作がありました。すでにアカウントがありますので、${publicOrigin}/login からログインしてください。\n\nお心当たりがない場合、お手続きは不要です。`,
  }),
  zh: ({ productName, publicOrigin }) => ({
    subject: `您已有 ${productName} 账户`,
    text: `有人(可能是您)尝试用此邮箱注册。该邮箱已有账户,请在 ${publicOrigin}/login 登录。\n\n如非您本人操作,无需处理。`,
  }),
  ko: ({ productName, publicOrigin }) => ({
    subject: `이미 ${productName} 계정이 있습니다`,
    text: `이 이메일로 회원가입이 시도되었습니다. 이미 계정이 있으니 ${publicOrigin}/login 에서 로그인해 주십시오.\n\n본인이 아니라면 아무 조치도 필요하지 않습니다.`,
  }),
};

const writers: Record<MailTemplate, Record<Language, Writer>> = { registerCode, alreadyMember };

/** Subject and plain text of a mail, in the reader's language. */
export const writeMail = (template: MailTemplate, language: Language, context: MailContext): MailText =>
  writers[template][language](context);
