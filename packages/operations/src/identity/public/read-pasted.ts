import { VerifyCredentialInput } from '@gateway/contract/identity/credentials'
import { isUuid } from '@gateway/domain/kernel/id'

/** `header.payload.signature`, alone or as the data URL that an enveloped credential has as its id. */
const JWT = /^(?:data:application\/vc\+jwt,)?[\w-]+\.[\w-]+\.[\w-]+$/
const URL = /^(?:https?:\/\/|urn:)\S+$/

/** A credential or its id, as somebody has pasted it; undefined for what is neither. */
export function readPasted(typed: string): VerifyCredentialInput | undefined {
  const text = typed.trim()
  if (JWT.test(text)) return parsed({ credential: text })
  if (text.startsWith('{')) return parsed({ credential: findJson(text) })
  const id = text.toLowerCase()
  if (isUuid(id)) return parsed({ credential_id: id })
  return URL.test(text) ? parsed({ credential_id: text }) : undefined
}

const parsed = (body: object): VerifyCredentialInput | undefined => VerifyCredentialInput.safeParse(body).data

function findJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Half of a credential is none.
    return undefined
  }
}
