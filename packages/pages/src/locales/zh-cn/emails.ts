import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: '或打开',
  sentFor: (product, merchant) => say`由 ${product} 代表 ${merchant} 发送。任何人都不会向您索要助记词。`,
  replies: (merchant) => say`有疑问？请直接回复本邮件，${merchant} 会收到。`,
  nameFirst: '请先打开托管并填写您的退款地址：付款地址由它决定，之后页面会显示付款地址。',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} 向您退款 ${amount}：请提供收款地址`,
    preheader: ({ coin }) => say`请填写您自己的 ${coin} 钱包地址。链接只能使用一次。`,
    title: ({ amount }) => say`您的 ${amount} 应退到哪里？`,
    reasons: {
      underpaid: ({ merchant }) => say`您的付款不足以支付价格，因此 ${merchant} 将您发送的款项退还给您。`,
      late: ({ merchant }) => say`您的付款在时限之后才到账，因此 ${merchant} 将您发送的款项退还给您。`,
      failed: ({ merchant }) => say`您的付款未能完成，因此 ${merchant} 将您发送的款项退还给您。`,
    },
    ask: '汇出地址往往属于交易所，因此我们请您提供地址，而不是猜测。',
    payment: '付款',
    youGet: '您将收到',
    lessNetworkFee: ({ amount }) => say`${amount}，扣除网络费用`,
    ourFee: '我们的费用',
    none: '无',
    paid: '退款时间',
    paidAfter: (hours) => say`填写地址后 ${hours}`,
    paidAtOnce: '填写地址后不久',
    worksUntil: '链接有效期至',
    button: '填写地址',
    warning: ({ coin }) => say`仅限 ${coin}，仅限您自己的钱包`,
    consequence: '发送到错误地址的款项无法追回。确认之前，页面会再次显示该地址；只能确认一次。',
    isKey: ({ merchant }) => say`此链接就是您的钥匙：谁拥有它，谁就能决定款项的去向。请勿转发本邮件，也不要转发给 ${merchant}。`,
    why: ({ merchant, to }) => say`您收到本邮件，是因为 ${to} 被指定用于接收对 ${merchant} 付款的退款通知。`,
  },
}
