import { CreateOauthClientInput, UpdateOauthClientInput } from '@gateway/contract/oauth'
import type { OauthScope } from '@gateway/domain/oauth/scope'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { CheckField } from '../ui/field.tsx'
import type { FieldOf } from '../ui/form/fields.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { capital } from '../ui/text/capital.ts'

/** What is typed of a client: lists are lines of a text. */
export interface ClientValues {
  readonly name: string
  readonly description: string
  readonly redirectUris: string
  readonly postLogoutRedirectUris: string
  readonly scopes: readonly OauthScope[]
  readonly kind: 'confidential' | 'public'
}

/** What a client may ask for, in words. */
export const scopeWords: Readonly<Record<OauthScope, string>> = {
  openid: 'Know its users again',
  email: 'Read their e-mail address',
  profile: 'Read their name',
  payments: 'Create and read payments of their businesses',
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What was typed, as the operations take it. */
export const termsOf = ({ kind, redirectUris, postLogoutRedirectUris, ...others }: ClientValues) => ({
  ...others,
  redirectUris: linesOf(redirectUris),
  postLogoutRedirectUris: linesOf(postLogoutRedirectUris),
  public: kind === 'public',
})

/** Checks a new client as it is typed. */
export const NewClientForm = z.preprocess((values) => termsOf(values as ClientValues), CreateOauthClientInput)

/** Checks changes of a client as they are typed. */
export const ClientForm = z.preprocess(
  (values) => ({ id: 'the-client-at-hand', ...termsOf(values as ClientValues) }),
  UpdateOauthClientInput,
)

/** The fields that every client has. */
export const clientFields: readonly FieldOf<ClientValues>[] = [
  { name: 'name', label: 'Name', hint: 'Users read it where they are asked for their consent.' },
  { name: 'description', label: 'Description', isOptional: true, hint: 'For yourself.' },
  {
    name: 'redirectUris',
    label: 'Redirect addresses',
    kind: 'json',
    hint: 'One a line, compared byte for byte. https, or http for this machine, such as http://127.0.0.1:3000/signed-in.',
  },
  {
    name: 'postLogoutRedirectUris',
    label: 'Addresses after a sign-out',
    isOptional: true,
    kind: 'json',
    hint: 'One a line. Users may be sent there after they have signed out.',
  },
]

/** Boxes for what the client may ask for, and what is wrong with them. */
export function ScopeBoxes({ form }: { readonly form: UseFormReturn<ClientValues> }) {
  const fault = form.getFieldState('scopes', form.formState).error?.message
  return (
    <fieldset className="stack">
      <legend className="label">It may ask its users to</legend>
      {Object.entries(scopeWords).map(([scope, words]) => (
        <CheckField key={scope} value={scope} {...form.register('scopes')}>
          {words} <span className="mono hint">{scope}</span>
        </CheckField>
      ))}
      {fault && (
        <span className="field__error" role="alert">
          <Glyph state="failed" />
          {capital(fault)}
        </span>
      )}
    </fieldset>
  )
}
