import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'メールアドレスの確認',
  verifyHelp: 'ボタンを押して、このアドレスがご自身のものであることを確認してください。',
  verifyButton: 'アドレスを確認する',
  verifyDone: 'メールアドレスが確認されました',
  verifyDoneHelp: 'このページは閉じてもかまいません。',
  resetTitle: '新しいパスワードの設定',
  resetHelp: 'すべての端末で、アカウントのサインインが終了します。API キーは引き続き使えます。',
  resetButton: 'パスワードを設定',
  resetDone: 'パスワードが設定されました',
  resetDoneHelp: '新しいパスワードでサインインしてください。以前のサインインはすべて終了しました。',
  password: '新しいパスワード',
  passwordHint: '8〜128 文字。条件は長さだけです。',
  show: '表示',
  hide: '隠す',
  showPassword: 'パスワードを表示',
  passwordBad: '8〜128 文字にしてください。',
  deadLink: 'このリンクはもう使えません',
  deadLinkHelp: 'すでに使用されたか、24 時間を過ぎています。新しいリンクを申請し、最新のメールを開いてください。',
  noToken: 'リンクが途中で切れています',
  noTokenHelp: 'メールからもう一度開くか、リンク全体をアドレスバーにコピーしてください。',
  limited: '試行回数が多すぎます。数分待ってから、もう一度ボタンを押してください。',
  busy: '現在、サービスが混み合っています。数秒後にもう一度ボタンを押してください。',
  offline: '現在、サービスに接続できません。接続を確認してから、もう一度ボタンを押してください。',
  failed: 'うまくいきませんでした。何も変更されていません。もう一度ボタンを押すか、新しいリンクを申請してください。',
  needsScript: 'このページには JavaScript が必要です',
  needsScriptHelp:
    'リンク内のキーはどのログにも残らないため、このページのスクリプトだけが送信できます。JavaScript を許可して、リンクをもう一度開いてください。',
  working: 'お待ちください…',
}
