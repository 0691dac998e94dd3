import { describeConsent } from '@gateway/operations/oauth/interaction/describe-consent'
import { findInteraction, type OpenInteraction } from '@gateway/operations/oauth/interaction/find-interaction'
import { formTokenOf, isFormToken } from '@gateway/operations/oauth/interaction/form-token'
import { giveConsent, refuseConsent } from '@gateway/operations/oauth/interaction/give-consent'
import { isRegistered } from '@gateway/operations/oauth/interaction/is-registered'
import { findPortalUser, type SignedInUser } from '@gateway/operations/oauth/interaction/portal-user'
import { signInUser } from '@gateway/operations/oauth/interaction/sign-in-user'
import { signedOutCookie } from '@gateway/operations/oauth/signed-out'
import { routes } from '@gateway/operations/oauth/provider/routes'
import { consentPage } from '@gateway/pages/oauth/consent-page'
import { signInNoticePage } from '@gateway/pages/oauth/sign-out-page'
import { ServerResponse } from 'node:http'
import type { ServerContext } from '../context.ts'
import { readForm } from '../http/bodies/read-form.ts'
import { requireSameOrigin } from '../http/require-same-origin.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { cookieOf, sessionCookieOf } from '../http/session-cookie.ts'
import { answerPage } from '../pages/page-answer.ts'
import { formTargets } from '../pages/page-headers.ts'

const PATH = '/oauth/interaction/{uid}'

/** Where a user signs in to an app of somebody else, with the session of the portal, and says what it may do. */
export const interactionRoutes = (api: ServerContext): Route[] => [
  { method: 'GET', path: PATH, cors: false, answer: (request) => showStep(api, request) },
  { method: 'POST', path: PATH, cors: false, answer: (request) => answerForm(api, request) },
]

interface Step {
  readonly api: ServerContext
  readonly request: ApiRequest
  readonly interaction: OpenInteraction
  readonly user: SignedInUser | undefined
}

async function stepOf(api: ServerContext, request: ApiRequest): Promise<Step | undefined> {
  const interaction = await findInteraction(api, {
    provider: await api.openid.current(),
    http: [request.message, new ServerResponse(request.message)],
    uid: request.params['uid'] ?? '',
  })
  return interaction && { api, request, interaction, user: await findPortalUser(api, sessionCookieOf(request.message)) }
}

/** A request that comes from another site by a chain of redirects, so its origin is not asked for. */
async function showStep(api: ServerContext, request: ApiRequest): Promise<Answer> {
  const step = await stepOf(api, request)
  if (!step) return ended(request)
  const { interaction, user } = step
  if (interaction.prompt.name !== 'login' && user) {
    return (await isCurrent(api, interaction, user)) ? askConsent({ ...step, user }) : leadTo(anewPlace(interaction))
  }
  const signedOut = cookieOf(request.message, signedOutCookie(api))
  const next = await signInUser(api, { interaction, user, signedOut })
  return leadTo(next ?? signInPlace(interaction))
}

/** The portal's sign-in asks for every enrolled factor, and leads back here. */
function signInPlace({ uid, params }: OpenInteraction): string {
  const hint = params['login_hint']
  const search = new URLSearchParams({ next: `/oauth/interaction/${uid}`, ...(hint !== undefined && { email: hint }) })
  return `/dashboard/sign-in?${search.toString()}`
}

async function askConsent({ api, request, interaction, user }: Step & { user: SignedInUser }): Promise<Answer> {
  const asked = await describeConsent(api, { interaction, user })
  if (!asked) return ended(request)
  const { uid } = interaction
  const answer = await answerPage(request, (turn) => ({
    page: consentPage({
      ...turn,
      ...asked,
      app: asked.clientName,
      host: asked.returnTo.host,
      action: `/oauth/interaction/${uid}`,
      token: formTokenOf(api, { uid, sessionId: user.sessionId }),
    }),
  }))
  return { ...answer, headers: formTargets(answer.headers ?? {}, asked.returnTo) }
}

/** What each button of the page does: where the browser goes on, if not to the same request once more. */
const answers: Readonly<Record<string, (step: Step & { user: SignedInUser }) => Promise<string | undefined>>> = {
  allow: async ({ api, interaction, user }) => giveConsent(api, { provider: await api.openid.current(), interaction, user }),
  refuse: ({ interaction }) => refuseConsent(interaction),
  switch: async ({ interaction }) => anewPlace(interaction, { prompt: 'login' }),
}

async function answerForm(api: ServerContext, request: ApiRequest): Promise<Answer> {
  requireSameOrigin(request.message, api.publicUrl)
  const form = await readForm(request.message)
  const step = await stepOf(api, request)
  const answer = answers[form.get('answer') ?? '']
  if (!step?.user || !answer || step.interaction.prompt.name !== 'consent') return ended(request)
  const { interaction, user } = step
  if (!(await isCurrent(api, interaction, user))) return leadTo(anewPlace(interaction))
  const isOurs = isFormToken(api, { uid: interaction.uid, sessionId: user.sessionId }, form.get('token') ?? '')
  return isOurs ? leadTo((await answer({ ...step, user })) ?? anewPlace(interaction)) : ended(request)
}

/** False where another user has signed in to the portal since the request came, or the client has given up what it asked for: it is made anew. */
const isCurrent = async (api: ServerContext, interaction: OpenInteraction, { subject }: SignedInUser): Promise<boolean> =>
  interaction.accountId === subject && (await isRegistered({ provider: await api.openid.current(), interaction }))

/** The same request once more. */
const anewPlace = ({ params }: OpenInteraction, more: Readonly<Record<string, string>> = {}): string =>
  `${routes.authorization}?${new URLSearchParams({ ...params, ...more }).toString()}`

const leadTo = (location: string): Answer => ({
  status: 303,
  type: 'text/plain; charset=utf-8',
  body: 'Go on\n',
  headers: { Location: location },
})

const ended = (request: ApiRequest): Promise<Answer> =>
  answerPage(request, (turn) => ({ status: 400, page: signInNoticePage({ ...turn, notice: 'ended' }) }))
