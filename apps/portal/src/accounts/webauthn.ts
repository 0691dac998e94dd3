import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

// The server's types of the same options name Node's buffers, which the browser's types do not know.
type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Asks the browser for a passkey that answers a challenge. */
export const askForPasskey = (options: object) => startAuthentication({ optionsJSON: options as AuthenticationOptions })

/** Asks the browser to make a passkey. */
export const makePasskey = (options: object) => startRegistration({ optionsJSON: options as RegistrationOptions })
