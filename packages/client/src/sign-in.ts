/** Signing users in with a payment gateway, on top of the package `openid-client`, which is installed beside this one. */
export { createSignIn, type SignIn, type SignInOptions } from './sign-in/create-sign-in.ts'
export type { SignedInUser, SignInAttempt, SignInTokens } from './sign-in/tokens.ts'
