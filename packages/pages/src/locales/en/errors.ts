/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors = {
  notFound: 'There is no page at this address',
  notFoundHelp: 'The link may be old, or a character is missing at its end. Your payments and settings are not affected.',
  searchDocs: 'Search the documentation',
  refundNotFound: 'This refund link does not work',
  refundNotFoundHelp:
    'It may be incomplete, too old, replaced by a newer link, or withdrawn because the payment was settled in another way.',
  askShop: 'Ask the shop for a new link',
  askShopHelp: 'It can see what became of your money. Nobody needs your recovery phrase for that.',
  failed: 'This page could not be made',
  failedHelp: 'The fault is on our side and was recorded. Payments go on being watched and forwarded.',
  requestId: 'Request ID, for support',
  tryAgain: 'Try again',
  aboutToPay: 'About to pay? Wait until the page is back: it shows the right amount.',
  unavailable: 'The service is not available right now',
  unavailableHelp: 'We are working on it. This page reloads by itself every 30 seconds.',
  paidAlready: 'You have paid already',
  paidAlreadyHelp: 'It is on the network, and we read it as soon as we are back. What was sent in time counts as in time.',
  notPaidYet: 'You have not paid yet',
  notPaidYetHelp: 'Wait for the page to return. Do not send to an address from memory or from a screenshot.',
  runShop: 'You run a shop',
  runShopHelp: 'Calls to the API answer 503 with Retry-After. Webhooks follow; none is dropped.',
  limited: 'Too many requests',
  limitedHelp: 'This page was asked for too often from your connection. Wait a minute, then try again.',
  refused: 'This request was not taken',
  refusedHelp: 'Nothing has changed. Go back, open the link again and repeat your last step there.',
}

/** The texts of error pages in one language. */
export type ErrorTexts = typeof errors
