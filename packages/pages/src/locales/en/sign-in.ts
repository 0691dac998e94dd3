/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn = {
  allowTitle: (app: string) => `${app} asks for access to your account`,
  signedInAs: (email: string) => `Signed in as ${email}.`,
  notYou: 'Not you?',
  openid: 'Know who you are',
  openidHelp: 'An ID that stays the same',
  profile: 'See your name',
  profileHelp: 'The name of your account',
  email: 'See your e-mail address',
  payments: 'Create and read payments',
  paymentsHelp: (names: string) => `For all your businesses: ${names}. It cannot change your wallets, keys or settings.`,
  noBusinesses: 'none yet',
  andMore: (names: string, count: number) => `${names} and ${count} more`,
  allow: 'Allow access',
  refuse: 'Refuse',
  returnTo: (host: string) => `You return to ${host}.`,
  takeBack: 'You can take access back at any time in your account.',
  signOutTitle: 'Sign out?',
  signOutHelp: 'An app asks to end your sign-in in this browser.',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  signedOut: 'You are signed out',
  signedOutHelp: 'You can close this page.',
  failed: 'This sign-in link is not valid',
  failedHelp:
    'The app that sent you here is not registered for the address it wants you to return to, or its request is wrong. To keep you safe, we do not send you there.',
  failedAgain: 'Go back to the app and start again. If you run it: the redirect address must match the registered one exactly.',
  ended: 'This sign-in has ended',
  endedHelp: 'It took too long, or it went on in another tab. Go back to the app and start again.',
}

/** The texts of these pages in one language. */
export type SignInTexts = typeof signIn
