import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: '此地址没有页面',
  notFoundHelp: '链接可能已过期，或末尾缺少字符。您的付款和设置不受影响。',
  searchDocs: '搜索文档',
  refundNotFound: '此退款链接无法使用',
  refundNotFoundHelp: '它可能不完整、已过期、已被新链接取代，或因付款已用其他方式处理而被撤回。',
  askShop: '请向商家索取新的链接',
  askShopHelp: '商家可以查看您款项的去向。这不需要您的助记词。',
  failed: '无法生成此页面',
  failedHelp: '问题出在我们这边，已记录。付款的监测和转发照常进行。',
  requestId: '请求编号，供客服使用',
  tryAgain: '重试',
  aboutToPay: '正要付款？请等页面恢复：页面会显示正确的金额。',
  unavailable: '服务目前不可用',
  unavailableHelp: '我们正在处理。此页面每 30 秒自动刷新一次。',
  paidAlready: '您已经付款',
  paidAlreadyHelp: '付款已在网络上，我们恢复后会立即读取。按时发送的付款算作按时。',
  notPaidYet: '您还没有付款',
  notPaidYetHelp: '请等页面恢复。不要向记忆中或截图里的地址转账。',
  runShop: '您经营商店',
  runShopHelp: 'API 调用会返回 503 和 Retry-After。Webhook 随后送达，不会丢失。',
  limited: '请求过多',
  limitedHelp: '您的网络访问此页面过于频繁。请等待一分钟，然后重试。',
  refused: '此请求未被接受',
  refusedHelp: '没有任何更改。请返回，重新打开链接，并在那里重复上一步。',
}
