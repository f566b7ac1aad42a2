import { GRACE_MS } from "../../license/license.ts";
import { STOPS } from "../kinds/credit-low.ts";
import { ENDED, IN_GRACE } from "../kinds/license-ending.ts";
import { dayOf, instant, safeName, sentence, type AlertLanguage } from "../rule.ts";

const days = (count: number): string =>
  count < 1 ? "کمتر از یک روز" : count < 2 ? "یک روز" : `${Math.floor(count)} روز`;
const periods: Readonly<Record<string, string>> = { day: "روز", month: "ماه" };

/** Instants, days and numbers are written as in the other languages: people compare them with what is in the logs. */
export const fa: AlertLanguage = {
  kinds: {
    gateway_stopped: ({ subject, data }) => ({
      title: `درگاه ${safeName(subject)} متوقف است`,
      meaning: `چیزی ارسال نمی‌کند: ${sentence(safeName(data["reason"], 200), "ارائه‌دهنده رد می‌کند.")} پیام‌هایی که هیچ درگاه دیگری اجازهٔ ارسالشان را ندارد منتظر آن می‌مانند؛ چیزی از دست نمی‌رود.`,
      step: "حساب، کلید و موجودی را نزد ارائه‌دهنده بررسی و سپس درگاه را آزمایش کنید. ارسال خودبه‌خود دوباره امتحان می‌شود.",
    }),
    gateway_idle: ({ subject, data }) => ({
      title: `از درگاه ${safeName(subject, 22)} چیزی ارسال نمی‌شود`,
      meaning: `از ${instant(data["since"])} پیام‌ها در انتظار آن هستند. ${data["lastSuccess"] ? `آخرین پیام در ${instant(data["lastSuccess"])} ارسال شد.` : "هنوز هیچ پیامی از طریق آن ارسال نشده است."}`,
      step: "درگاه را آزمایش کنید و بررسی کنید که فرایندی با نقش all یا worker در حال اجراست.",
    }),
    gateway_refuses: ({ subject, data }) => ({
      title: `درگاه ${safeName(subject)} همهٔ پیام‌ها را رد می‌کند`,
      meaning: `از ${instant(data["since"])} هیچ پیامی را نپذیرفته و ${Number(data["refused"])} پیام یا بیشتر را رد کرده است. این پیام‌ها ناموفق مانده‌اند و تکرار نمی‌شوند.`,
      step: "خطاهای پیام‌های ناموفق را ببینید: شاید فرستنده ثبت نشده یا حساب محدود شده باشد. سپس درگاه را آزمایش کنید.",
    }),
    credit_low: ({ subject, level, data }) => {
      const credit = safeName(`${data["amount"]} ${data["unit"]}`, 30);
      return {
        title: `اعتبار ${safeName(subject)} کم است`,
        meaning:
          level >= STOPS
            ? `موجودی ${credit} است که از حد ${safeName(data["stopBelow"])} کمتر است. پیام‌های انواع تعیین‌شده در تنظیمات تا شارژ حساب نگه داشته می‌شوند.`
            : `موجودی ${credit} است. با روند هفت روز گذشته، تا این مدت کافی است: ${days(Number(data["days"]))}؛ پس از آن ارائه‌دهنده پیام‌ها را رد می‌کند.`,
        step: "حساب خود نزد ارائه‌دهنده را شارژ کنید. پیام‌های نگه‌داشته‌شده با خوانده شدن دوبارهٔ موجودی خودبه‌خود ارسال می‌شوند.",
      };
    },
    webhook_disabled: ({ data }) => ({
      title: `وب‌هوک ${safeName(data["host"], 30)} غیرفعال است`,
      meaning: `${data["reason"] === "gone" ? "پاسخ داده است که دیگر وجود ندارد (410)." : "همهٔ تلاش‌ها چند روز پیاپی ناموفق بوده است."} تا فعال نشود، رویدادی دریافت نمی‌کند.`,
      step: "گیرندهٔ وب‌هوک را اصلاح کنید، وب‌هوک را روشن کنید و آنچه را از دست داده است دوباره بفرستید.",
    }),
    license_ending: ({ level, data }) => {
      const expiresAt = Number(data["expiresAt"]);
      const other = "پیام‌های دیگر تغییری نمی‌کنند.";
      return {
        title: level >= IN_GRACE ? `مجوز در ${dayOf(expiresAt)} منقضی شد` : `مجوز در ${dayOf(expiresAt)} منقضی می‌شود`,
        meaning:
          level >= ENDED
            ? `زمان‌بندی‌ها و تکرارهای جدید رد می‌شوند و موارد موجود منتظر می‌مانند. ${other}`
            : `زمان‌بندی‌ها و تکرارها تا ${dayOf(expiresAt + GRACE_MS)} ادامه می‌یابند و سپس منتظر می‌مانند. ${other}`,
        step: "مجوز جدیدی نصب کنید: TIDINGS_LICENSE را تنظیم و سرویس را دوباره راه‌اندازی کنید.",
      };
    },
    codes_unverified: ({ subject, data }) => ({
      title: `تعداد کمی از کدها به ${safeName(subject, 10)} تأیید می‌شود`,
      meaning: `از ${Number(data["sent"])} رمز یک‌بارمصرف اخیر به این کشور، ${Number(data["verified"])} رمز تأیید شد. شاید کسی برای کسب درآمد از پیامک‌ها کد درخواست می‌کند، یا کدها نمی‌رسند.`,
      step: "ببینید چه کسی درخواستشان می‌کند. کشورها را محدود کنید یا محدودیت کدها را سخت‌تر کنید.",
    }),
    run_failed: ({ data }) => ({
      title: "پیام‌های زمان‌بندی‌شده ارسال نشدند",
      meaning: `اجراهای ناموفق زمان‌بندی‌ها در ۲۴ ساعت گذشته: ${Number(data["runs"])}. هیچ‌کس آن‌ها را دریافت نکرده است و تکرار نمی‌شوند.`,
      step: "اجراهای زمان‌بندی‌ها را ببینید؛ هر اجرای ناموفق دلیل خود را دارد. زمان‌بندی را اصلاح کنید و سپس یک بار دیگر اجرا کنید.",
    }),
    schedule_paused: ({ data }) => ({
      title: "زمان‌بندی‌ها متوقف شده‌اند",
      meaning: `زمان‌بندی‌هایی که مالکشان دیگر وجود ندارد یا دیگر اجازهٔ ارسال ندارد: ${Number(data["schedules"])}. تا کسی آن‌ها را ادامه ندهد، کسی پیامی از آن‌ها دریافت نمی‌کند.`,
      step: "زمان‌بندی‌های متوقف را ببینید. آن‌هایی را که مسئولیتشان را می‌پذیرید ادامه دهید و بقیه را لغو کنید.",
    }),
    role_gone: ({ subject, data }) => ({
      title: `نقش زمان‌بندی‌ها وجود ندارد: ${safeName(subject)}`,
      meaning: `نام نقش تغییر کرده یا نقش حذف شده است. زمان‌بندی‌هایی که به آن می‌فرستند: ${Number(data["schedules"])}. آن‌ها کسی را در این نقش پیدا نمی‌کنند.`,
      step: "در این زمان‌بندی‌ها نقش جدید را انتخاب کنید یا آن‌ها را لغو کنید. اجراهایی که کسی را پیدا نکردند تکرار نمی‌شوند.",
    }),
    queue_late: ({ data }) => ({
      title: "پیام‌ها بیش از اندازه در صف می‌مانند",
      meaning: `قدیمی‌ترین پیام آمادهٔ ارسال از ${instant(data["since"])} در انتظار است؛ در مجموع ${Number(data["texts"])} پیام یا بیشتر منتظرند. چیزی از دست نمی‌رود، اما دیر می‌رسند.`,
      step: "بررسی کنید که درگاه‌ها کار می‌کنند و فرایندی با نقش all یا worker در حال اجراست.",
    }),
    spend_cap_reached: ({ subject, data }) => ({
      title: `سقف هزینهٔ ${periods[subject] ?? safeName(subject, 12)} پر شده است`,
      meaning: `پیام‌های انواع تعیین‌شده در تنظیمات تا ${instant(data["until"])} نگه داشته می‌شوند.`,
      step: "اگر پیام‌ها باید زودتر ارسال شوند، سقف را افزایش دهید، یا پیدا کنید چه کسی این‌قدر ارسال می‌کند.",
    }),
  },
  newer: (kind) => ({
    title: `هشدار: ${kind}`,
    meaning: "نسخهٔ جدیدتری از سرویس این را گزارش داده است.",
    step: "آن را با گرهی از همان نسخه ببینید.",
  }),
  frame: {
    ended: (title) => `پایان: ${title}`,
    hasEnded: (title) => `${title}: پایان یافت.`,
    lasted: (from, to) => `از ${from} تا ${to} ادامه داشت.`,
    endedMeanwhile: (from, to) => `پایان یافته است: از ${from} تا ${to} ادامه داشت.`,
    since: (from) => `از ${from}.`,
    titleSince: (title, from) => `${title}، از ${from}`,
    whatToDo: (step) => `چه باید کرد: ${step}`,
    settings: "دریافت‌کنندگان این پیام در کنسول، در تنظیمات، بخش هشدارها تعیین می‌شوند.",
    testSubject: "آزمایش: هشدارها به اینجا می‌رسند",
    testMail: "این یک پیام آزمایشی است. هشدارها به این نشانی ارسال می‌شوند.",
    testSms: "این یک پیام آزمایشی است. هشدارها به این شماره ارسال می‌شوند.",
  },
};
