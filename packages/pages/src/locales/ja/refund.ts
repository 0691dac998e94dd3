import { line } from '../../html.ts'
import type { RefundTexts } from '../en/refund.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund: RefundTexts = {
  title: (merchant) => line`${merchant} からの返金`,
  offered: (amount) => line`${amount} を返金できます`,
  underpaid: (merchant) =>
    line`時間内に届いた額が全額に足りなかったため、${merchant} への支払いは成立していません。お金は保管されています。返金先のアドレスを指定してください。`,
  late: (merchant) =>
    line`期限を過ぎて届いたため、${merchant} への支払いは成立していません。お金は保管されています。返金先のアドレスを指定してください。`,
  failed: (merchant) => line`${merchant} への支払いは完了しませんでした。お金は保管されています。返金先のアドレスを指定してください。`,
  held: '保管中の金額',
  amount: '金額',
  networkFeeAbout: 'ネットワーク手数料（現在の目安）',
  networkFee: 'ネットワーク手数料',
  youReceiveAbout: '受取額（目安）',
  youReceive: '受取額',
  youReceived: '受け取った額',
  feeTakenOff: '送金する日のネットワーク手数料が差し引かれます。ほかの手数料はありません。',
  linkWorksUntil: 'このリンクの有効期限',
  reference: '支払い番号',
  network: 'ネットワーク',
  notWorth: '現在、ネットワーク手数料が金額を上回っています',
  notWorthHelp: 'アドレスは今指定できます。手数料が下がりしだい送金されます。',
  yourAddress: (network) => line`あなたの ${network} アドレス`,
  addressHint: (network) =>
    line`${network} 上の、ご自身のウォレットの受取アドレス。支払い先だったアドレスではありません。取引所から支払った場合は、取引所が示す入金アドレスを使ってください。`,
  check: 'アドレスを確認',
  nothingYet: 'まだ何も送金されません。確定の前に、すべてをもう一度表示します。',
  addressMissing: '送金先のアドレスを入力してください。',
  addressMalformed: (network) =>
    line`${network} のアドレスではありません。文字が抜けているか間違っている可能性があります。ウォレットからもう一度コピーしてください。`,
  addressOtherNetwork: (network) => line`別のネットワークのアドレスです。${network} のアドレスを入力してください。`,
  addressOwn: 'これは店舗への支払い用アドレスです。ご自身のウォレットの受取アドレスを入力してください。',
  addressNoWallet: 'これはウォレットではなく、トークンまたはプログラムのアドレスです。ご自身のウォレットの受取アドレスを入力してください。',
  addressUnchecked: '現在アドレスを確認できません。1 分後にもう一度お試しください。まだ何も送られていません。',
  review: (amount) => line`このアドレスに ${amount} を送りますか？`,
  reviewHelp: '一文字ずつウォレットと見比べてください。',
  consequenceAmount: (amount) => line`${amount}（ネットワーク手数料を差し引いて送金）`,
  consequenceWait: (span, moment) => line`${span}の待機後、早ければ ${moment} に送金`,
  consequenceNoWait: '確定するとすぐに送金',
  consequenceFinal: '送金は一度だけです。あなたも店舗も当社も取り消せません。アドレスが間違っていると、お金は失われます。',
  confirm: 'このアドレスに送る',
  change: 'アドレスを変更',
  claimed: (moment) => line`返金は早ければ ${moment} に送金されます`,
  claimedHelp: (merchant, moment) =>
    line`待機時間はあなたを守るためのものです。ご自身のアドレスでない場合は、${moment} までに ${merchant} へお知らせください。それまでは返金を止められます。`,
  due: 'まもなく返金が送金されます',
  dueHelp: '待機時間が終わりました。返金をもう一度確認してから送金します。',
  feeDelay: 'ネットワーク手数料が下がるのを待っています',
  feeDelayHelp: '現在、ネットワーク手数料が金額を上回っています。お金は保管されたままで、手数料が下がりしだい送金されます。',
  toAddress: '送金先アドレス',
  paying: '返金を送金しています',
  payingHelp: 'ネットワークに届きしだい、トランザクションがここに表示されます。',
  sent: '返金は送金済みです',
  sentHelp: 'ネットワークがトランザクションを承認しています。何もする必要はありません。',
  returned: (amount) => line`${amount} を返金しました`,
  returnedHelp: '返金は確定しました。ほかに必要なことはありません。',
  transaction: 'トランザクション',
  viewTransaction: 'トランザクションを見る',
  overtaken: '支払いが完了しました',
  overtakenHelp: (merchant) =>
    line`お金は ${merchant} への支払いとして扱われるため、返金はありません。心当たりがない場合は ${merchant} にお問い合わせください。`,
  unsettled: 'お金をもう一度承認しています',
  unsettledHelp:
    'ネットワークが直近のブロックを取り消し、あなたの送金はその中にありました。通常は自動的に戻ります。1 時間後にこのページをもう一度開いてください。',
  taken: '先に別のアドレスが指定されています',
  takenHelp: (merchant) =>
    line`このリンクで指定できるアドレスは一つだけで、あなたのアドレスは使われませんでした。下のアドレスに心当たりがない場合は、すぐに ${merchant} へお知らせください。`,
  checkAgain: 'もう一度確認',
}
