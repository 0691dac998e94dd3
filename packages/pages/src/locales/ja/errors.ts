import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: 'このアドレスにページはありません',
  notFoundHelp: 'リンクが古いか、末尾の文字が欠けている可能性があります。お支払いや設定には影響ありません。',
  searchDocs: 'ドキュメントを検索',
  refundNotFound: 'この返金リンクは使えません',
  refundNotFoundHelp:
    '途中で切れている、期限切れ、新しいリンクに置き換えられた、または支払いが別の形で処理されたため取り下げられた可能性があります。',
  askShop: '店舗に新しいリンクを依頼してください',
  askShopHelp: '店舗はお金の状況を確認できます。そのためにリカバリーフレーズが必要になることはありません。',
  failed: 'このページを作成できませんでした',
  failedHelp: '問題は当社側にあり、記録されました。お支払いの監視と転送は続いています。',
  requestId: 'リクエスト ID（サポート用）',
  tryAgain: 'もう一度試す',
  aboutToPay: 'これから支払う場合は、ページが戻るまでお待ちください。正しい金額が表示されます。',
  unavailable: '現在、サービスを利用できません',
  unavailableHelp: '復旧作業中です。このページは 30 秒ごとに自動で再読み込みされます。',
  paidAlready: 'すでに支払った場合',
  paidAlreadyHelp: '支払いはネットワーク上にあり、復旧しだい読み取ります。期限内に送ったものは期限内として扱われます。',
  notPaidYet: 'まだ支払っていない場合',
  notPaidYetHelp: 'ページが戻るまでお待ちください。記憶や画面の写しのアドレスには送らないでください。',
  runShop: '店舗を運営している場合',
  runShopHelp: 'API の呼び出しには 503 と Retry-After が返ります。Webhook は後から届き、失われません。',
  limited: 'リクエストが多すぎます',
  limitedHelp: 'お使いの接続からこのページへのアクセスが多すぎます。1 分待ってから、もう一度試してください。',
  refused: 'このリクエストは受け付けられませんでした',
  refusedHelp: '何も変更されていません。前に戻り、リンクをもう一度開いて、最後の操作をやり直してください。',
}
