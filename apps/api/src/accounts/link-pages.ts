import { type AccountLink, accountLinkPage } from '@gateway/pages/accounts/account-link-page'
import type { Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

const links: readonly (readonly [path: string, link: AccountLink])[] = [
  ['/account/verify-email', 'verify_email'],
  ['/account/reset-password', 'reset_password'],
]

/** The pages that e-mailed links open. The token is in the fragment of the link, so it never reaches this route. */
export const linkPageRoutes = (): Route[] =>
  links.map(([path, link]) => ({
    method: 'GET',
    path,
    cors: false,
    answer: (request) => answerPage(request, (turn) => ({ page: accountLinkPage({ ...turn, link }) })),
  }))
