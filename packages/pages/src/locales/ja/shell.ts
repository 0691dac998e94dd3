import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: '本文へ移動',
  language: '言語',
  change: '変更',
  testMode: 'テストモードです。本物の資金を送らないでください。テスト用アドレスはテスト用コインだけを受け付けます。',
  paymentBy: '決済提供',
  recoveryPhrase: 'リカバリーフレーズをお尋ねすることは決してありません。',
  copy: 'コピー',
  copied: 'コピーしました',
}
