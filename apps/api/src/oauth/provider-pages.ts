import type { ProviderPages } from '@gateway/operations/oauth/provider/configuration'
import { type SignInNotice, signInNoticePage, signOutPage } from '@gateway/pages/oauth/sign-out-page'
import type { IncomingMessage } from 'node:http'
import { headersOf, HTML, type PageTurn, turnOf } from '../pages/page-answer.ts'
import { formTargets } from '../pages/page-headers.ts'

/** What a page is written into: the library's answer. */
interface Written {
  readonly req: IncomingMessage
  readonly querystring: string
  body: unknown
  set(headers: Record<string, string>): void
}

/** Where the library answers programs, which get errors as they are. */
const PROGRAMS = /^\/oauth\/(?:token|revoke|userinfo)|^\/\.well-known\//

/** The pages that the library shows by itself. */
export const providerPages: ProviderPages = {
  ask: (request, form) => write(request, (turn) => signOutPage({ ...turn, ...form }), form.leadsTo),
  done: (request) => write(request, noticeOf('signed_out')),
  failed: (request, error) => {
    if (PROGRAMS.test(request.path)) request.body = error
    else write(request, noticeOf(request.status === 400 && request.oidc.route === 'resume' ? 'ended' : 'failed'))
  },
}

const noticeOf = (notice: SignInNotice) => (turn: PageTurn) => signInNoticePage({ ...turn, notice })

/** The form of a page may lead to another origin in the end. */
function write(request: Written, draw: (turn: PageTurn) => string, target?: URL): void {
  const turn = turnOf({ message: request.req, search: request.querystring })
  request.body = draw(turn)
  const headers = target === undefined ? headersOf(turn) : formTargets(headersOf(turn), target)
  request.set({ ...headers, 'Content-Type': HTML })
}
