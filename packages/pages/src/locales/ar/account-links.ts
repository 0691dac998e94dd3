import type { AccountLinkTexts } from '../en/account-links.ts'

/** Texts of the pages that links in e-mails to a merchant open. */
export const accountLinks: AccountLinkTexts = {
  verifyTitle: 'أكّد عنوان بريدك الإلكتروني',
  verifyHelp: 'اضغط الزر لتؤكد أن هذا العنوان لك.',
  verifyButton: 'أكّد العنوان',
  verifyDone: 'تم تأكيد عنوان بريدك الإلكتروني',
  verifyDoneHelp: 'يمكنك إغلاق هذه الصفحة.',
  resetTitle: 'عيّن كلمة مرور جديدة',
  resetHelp: 'تنتهي كل جلسات حسابك على جميع الأجهزة. تبقى مفاتيح API صالحة.',
  resetButton: 'عيّن كلمة المرور',
  resetDone: 'تم تعيين كلمة مرورك',
  resetDoneHelp: 'سجّل الدخول بها. انتهت كل الجلسات السابقة.',
  password: 'كلمة المرور الجديدة',
  passwordHint: 'من 8 إلى 128 حرفًا. الطول هو الشرط الوحيد.',
  show: 'إظهار',
  hide: 'إخفاء',
  showPassword: 'إظهار كلمة المرور',
  passwordBad: 'استخدم من 8 إلى 128 حرفًا.',
  deadLink: 'لم يعد هذا الرابط يعمل',
  deadLinkHelp: 'استُخدم من قبل أو مضى عليه أكثر من 24 ساعة. اطلب رابطًا جديدًا وافتح أحدث رسالة.',
  noToken: 'هذا الرابط ناقص',
  noTokenHelp: 'افتحه مرة أخرى من الرسالة، أو انسخه كاملًا إلى شريط العنوان.',
  limited: 'محاولات كثيرة جدًا. انتظر بضع دقائق ثم اضغط الزر مرة أخرى.',
  busy: 'الخدمة مشغولة حاليًا. اضغط الزر مرة أخرى بعد بضع ثوانٍ.',
  offline: 'يتعذر الوصول إلى الخدمة حاليًا. تحقق من اتصالك ثم اضغط الزر مرة أخرى.',
  failed: 'لم ينجح ذلك. لم يتغير شيء؛ اضغط الزر مرة أخرى أو اطلب رابطًا جديدًا.',
  needsScript: 'تحتاج هذه الصفحة إلى JavaScript',
  needsScriptHelp:
    'لا يدخل المفتاح الذي في رابطك أي سجل، لذلك لا يستطيع إرساله إلا برنامج في هذه الصفحة. اسمح بتشغيل JavaScript وافتح الرابط مرة أخرى.',
  working: 'لحظة…',
}
