/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks = {
  verifyTitle: 'Confirm your e-mail address',
  verifyHelp: 'Press the button to confirm that this address is yours.',
  verifyButton: 'Confirm address',
  verifyDone: 'Your e-mail address is confirmed',
  verifyDoneHelp: 'You can close this page.',
  resetTitle: 'Set a new password',
  resetHelp: 'Every sign-in of your account ends, on all devices. API keys go on working.',
  resetButton: 'Set password',
  resetDone: 'Your password is set',
  resetDoneHelp: 'Sign in with it. Every earlier sign-in has ended.',
  password: 'New password',
  passwordHint: '8 to 128 characters. Length is the only rule.',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  passwordBad: 'Use 8 to 128 characters.',
  deadLink: 'This link does not work any more',
  deadLinkHelp: 'It was used already, or it is older than 24 hours. Ask for a new one, and open the newest e-mail.',
  noToken: 'This link is incomplete',
  noTokenHelp: 'Open it again from the e-mail, or copy it whole into the address bar.',
  limited: 'Too many attempts. Wait a few minutes, then press the button again.',
  busy: 'The service is busy at the moment. Press the button again in a few seconds.',
  offline: 'The service cannot be reached at the moment. Check your connection, then press the button again.',
  failed: 'That did not work. Nothing has changed; press the button again, or ask for a new link.',
  needsScript: 'This page needs JavaScript',
  needsScriptHelp:
    'The key in your link is kept out of every log, so only a script on this page can send it. Allow JavaScript and open the link again.',
  working: 'Working…',
}

/** The texts of these pages in one language. */
export type AccountLinkTexts = typeof accountLinks
