import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'أو افتح',
  sentFor: (product, merchant) => say`أرسلته ${product} نيابةً عن ${merchant}. لن يطلب منك أحد عبارة الاسترداد أبدًا.`,
  replies: (merchant) => say`لديك سؤال؟ أجب عن هذه الرسالة وسيصل جوابك إلى ${merchant}.`,
  nameFirst: 'افتح الضمان أولًا وحدد عنوانك للاسترداد: به يتحدد مكان الدفع، وتعرضه الصفحة بعد ذلك.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant}: سنعيد إليك ${amount}، فإلى أي عنوان؟`,
    preheader: ({ coin }) => say`أدخل عنوانًا من محفظة ${coin} الخاصة بك. يعمل الرابط مرة واحدة.`,
    title: ({ amount }) => say`إلى أين نرسل ${amount} الخاصة بك؟`,
    reasons: {
      underpaid: ({ merchant }) => say`لم يغطِّ ما دفعته السعر، لذلك يعيد إليك ${merchant} ما أرسلته.`,
      late: ({ merchant }) => say`وصلت دفعتك بعد انتهاء الوقت، لذلك يعيد إليك ${merchant} ما أرسلته.`,
      failed: ({ merchant }) => say`تعذّر إتمام دفعتك، لذلك يعيد إليك ${merchant} ما أرسلته.`,
    },
    ask: 'كثيرًا ما تعود عناوين المرسلين إلى منصات التداول، لذلك نسألك عن عنوان بدلًا من التخمين.',
    payment: 'الدفعة',
    youGet: 'تستلم',
    lessNetworkFee: ({ amount }) => say`${amount} ناقصًا رسوم الشبكة`,
    ourFee: 'رسومنا',
    none: 'لا شيء',
    paid: 'موعد الإرسال',
    paidAfter: (hours) => say`بعد ${hours} من إدخال العنوان`,
    paidAtOnce: 'بعد إدخال العنوان بقليل',
    worksUntil: 'الرابط صالح حتى',
    button: 'أدخل عنوانك',
    warning: ({ coin }) => say`${coin} فقط، ومحفظتك أنت فقط`,
    consequence: 'ما يُرسل إلى عنوان خاطئ لا يمكن استرداده. تعرض الصفحة العنوان مرة أخرى قبل أن تؤكد، والتأكيد ممكن مرة واحدة فقط.',
    isKey: ({ merchant }) =>
      say`هذا الرابط هو مفتاحك: من يملكه يقرر إلى أين يذهب المال. لا تعِد توجيه هذه الرسالة إلى أحد، ولا حتى إلى ${merchant}.`,
    why: ({ merchant, to }) => say`تصلك هذه الرسالة لأن ${to} ذُكر لاسترداد دفعة إلى ${merchant}.`,
  },
}
