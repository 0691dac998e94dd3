/** Texts of the frame around every public page. */
export const shell = {
  skip: 'Skip to content',
  language: 'Language',
  change: 'Change',
  testMode: 'Test mode. Do not send real money: test addresses only take test coins.',
  paymentBy: 'Payment by',
  recoveryPhrase: 'Nobody will ever ask for your recovery phrase.',
  copy: 'Copy',
  copied: 'Copied',
}

/** The frame's texts in one language. */
export type ShellTexts = typeof shell
