import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: '跳到内容',
  language: '语言',
  change: '更改',
  testMode: '测试模式。请勿发送真实资金：测试地址只接收测试币。',
  paymentBy: '支付服务',
  recoveryPhrase: '任何人都不会向您索要助记词。',
  copy: '复制',
  copied: '已复制',
}
