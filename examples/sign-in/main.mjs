// A website whose users sign in with the gateway. README.md says how to start it.
import { randomUUID } from 'node:crypto'
import { createClient } from '@gateway/client'
import { createSignIn } from '@gateway/client/sign-in'
import express from 'express'

const place = new URL(process.env.SERVICE_OAUTH_REDIRECT_URI)
const signIn = createSignIn({ scopes: ['openid', 'email', 'payments'] })

/** What each browser has begun and who has signed in there, by its cookie. A real website keeps this in a store. */
const sessions = new Map()

const app = express()
app.use((request, response, next) => {
  const [, known] = /(?:^|; )example=([0-9a-f-]{36})/.exec(request.headers.cookie ?? '') ?? []
  const id = sessions.has(known) ? known : randomUUID()
  if (id !== known) response.cookie('example', id, { httpOnly: true, sameSite: 'lax', secure: place.protocol === 'https:' })
  sessions.set(id, sessions.get(id) ?? {})
  request.session = sessions.get(id)
  next()
})

app.get('/', ({ session: { user } }, response) => {
  const links = user ? ['payments', 'refresh', 'sign-out'] : ['sign-in']
  response.send(page(user ? `Signed in as ${user.email}` : 'Nobody is signed in', links))
})

app.get('/sign-in', async ({ session }, response) => {
  const { url, attempt } = await signIn.begin()
  session.attempt = attempt
  response.redirect(url)
})

app.get(place.pathname, async ({ session, originalUrl }, response) => {
  const { attempt } = session
  delete session.attempt
  if (!attempt) return response.status(400).send(page('This browser has begun no sign-in', ['sign-in']))
  Object.assign(session, await signIn.finish({ url: originalUrl, attempt }))
  response.redirect('/')
})

app.get('/payments', async ({ session: { tokens } }, response) => {
  const client = createClient({ apiKey: tokens?.accessToken ?? '', baseUrl: process.env.SERVICE_OAUTH_ISSUER })
  const { total } = await client.payments.list()
  response.send(page(`Payments: ${total}`, ['refresh', 'sign-out']))
})

app.get('/refresh', async ({ session }, response) => {
  session.tokens = await signIn.refresh(session.tokens.refreshToken)
  response.send(page(`Refreshed until ${session.tokens.expiresAt.toISOString()}`, ['payments', 'sign-out']))
})

app.get('/sign-out', async ({ session }, response) => {
  const { tokens } = session
  delete session.user
  delete session.tokens
  if (tokens) await signIn.revoke(tokens.refreshToken)
  response.redirect(tokens ? await signIn.signOutUrl({ idToken: tokens.idToken, returnTo: `${place.origin}/` }) : '/')
})

// Four parameters make it the handler of errors.
app.use((error, _request, response, _next) => {
  const code = error.error ?? error.code ?? 'failed'
  response.status(400).send(page(`The gateway has refused: ${code}`, ['sign-in']))
})

const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const page = (text, links) =>
  `<!doctype html><html lang="en"><title>Example</title><h1>${text.replace(/[&<>"]/g, (sign) => signs[sign])}</h1>
  ${links.map((link) => `<p><a href="/${link}">${link}</a></p>`).join('')}</html>`

app.listen(Number(place.port), place.hostname, () => console.log(`Open ${place.origin}/`))
