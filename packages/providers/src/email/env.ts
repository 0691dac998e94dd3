import { z } from 'zod'

/** Settings for sending e-mails. */
export const MailEnv = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description: 'Mail server for e-mails; without it they wait. `?requireTLS=true` insists on encryption.',
      example: 'smtps://user:password@smtp.example:465',
    }),
  MAIL_FROM: z.string().min(3).prefault('Payments <no-reply@localhost>').meta({
    description: 'Sender of e-mails, as shown in their From header. E-mails to payers name the merchant instead, with the same address.',
    example: 'Example Pay <no-reply@pay.example>',
  }),
  MAIL_FILE: z.string().optional().meta({
    description: 'File that the text of e-mails is written to instead of being sent; refused in production.',
    example: '/tmp/emails.txt',
  }),
})
