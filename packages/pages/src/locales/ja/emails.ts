import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'または次のページを開いてください：',
  sentFor: (product, merchant) =>
    say`${product} が ${merchant} に代わって送信しています。リカバリーフレーズをお尋ねすることは決してありません。`,
  replies: (merchant) => say`ご質問はこのメールに返信してください。${merchant} に届きます。`,
  nameFirst: 'まずエスクローを開き、返金先のアドレスを指定してください。支払先はそのアドレスで決まり、その後ページに表示されます。',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} からの返金 ${amount}：送り先アドレスをご入力ください`,
    preheader: ({ coin }) => say`ご自身の ${coin} ウォレットのアドレスを入力してください。リンクは一度だけ使えます。`,
    title: ({ amount }) => say`${amount} の送り先をお知らせください`,
    reasons: {
      underpaid: ({ merchant }) => say`お支払い額が価格に足りなかったため、${merchant} はお送りいただいた分を返金します。`,
      late: ({ merchant }) => say`お支払いが期限後に届いたため、${merchant} はお送りいただいた分を返金します。`,
      failed: ({ merchant }) => say`お支払いを完了できなかったため、${merchant} はお送りいただいた分を返金します。`,
    },
    ask: '送信元のアドレスは取引所のものであることが多いため、推測せずにアドレスをお尋ねしています。',
    payment: 'お支払い',
    youGet: '受取額',
    lessNetworkFee: ({ amount }) => say`${amount}（ネットワーク手数料を差し引きます）`,
    ourFee: '当社の手数料',
    none: 'なし',
    paid: '送金',
    paidAfter: (hours) => say`アドレスの入力から ${hours}後`,
    paidAtOnce: 'アドレスの入力後すぐ',
    worksUntil: 'リンクの有効期限',
    button: 'アドレスを入力',
    warning: ({ coin }) => say`${coin} のみ、ご自身のウォレットのみ`,
    consequence: '誤ったアドレスに送られたものは取り戻せません。確定前にアドレスをもう一度表示します。確定できるのは一度だけです。',
    isKey: ({ merchant }) =>
      say`このリンクはあなたの鍵です。持っている人がお金の送り先を決められます。このメールは誰にも、${merchant} にも転送しないでください。`,
    why: ({ merchant, to }) => say`${to} が ${merchant} へのお支払いの返金先として指定されたため、このメールをお送りしています。`,
  },
}
