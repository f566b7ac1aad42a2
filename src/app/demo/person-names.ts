/** Names of one language, in its own script, with where such a person may live. */
export type Names = {
  readonly locale: string;
  readonly zone: string;
  readonly cities: readonly string[];
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** The family name comes first, without a space. */
  readonly joined?: boolean;
};

const list = (text: string): string[] => text.trim().split(/\s+/);

export const names: readonly Names[] = [
  {
    locale: "en",
    zone: "America/New_York",
    cities: ["New York", "Boston", "Atlanta", "Montréal"],
    given: list("Olivia Noah Amelia Liam Grace Ethan Ruby Mason Hazel Owen Ivy Caleb"),
    family: list("Parker Brooks Hayes Coleman Reed Foster O'Neill Bennett Ward Ellis"),
  },
  {
    locale: "en-GB",
    zone: "Europe/London",
    cities: ["London", "Leeds", "Bristol", "Cardiff"],
    given: list("Imogen Alfie Poppy Rhys Freya Callum Maisie Hamish Anwen Theo"),
    family: list("Ashworth Hughes McKenzie Thornton Bevan Clarke Whitfield Okafor Begum"),
  },
  {
    locale: "es",
    zone: "America/Los_Angeles",
    cities: ["Los Angeles", "San Diego", "Phoenix"],
    given: list("Lucía Mateo Sofía Joaquín Valeria Andrés Inés Íñigo Martina Nicolás"),
    family: list("García Muñoz Hernández Peña Ibáñez Núñez Castaño Ríos"),
  },
  {
    locale: "fr",
    zone: "Europe/Paris",
    cities: ["Paris", "Lyon", "Nîmes"],
    given: list("Chloé Théo Léa François Zoé Jérôme Noémie Étienne Anaïs Loïc"),
    family: list("Lefèvre Moreau Garçon Benoît Château Dupré Lacroix Hébert"),
  },
  {
    locale: "de",
    zone: "Europe/Berlin",
    cities: ["Berlin", "Köln", "München"],
    given: list("Jürgen Käthe Björn Annika Lukas Mareike Sönke Friederike Jonas Änne"),
    family: list("Müller Weiß Krüger Schäfer Großmann Köhler Vogt Lindner"),
  },
  {
    locale: "sv",
    zone: "Europe/Stockholm",
    cities: ["Stockholm", "Malmö", "Göteborg"],
    given: list("Åsa Göran Linnéa Björn Maja Östen Saga Håkan"),
    family: list("Lindström Åkesson Öberg Nyström Hägg Sjöberg"),
  },
  {
    locale: "pl",
    zone: "Europe/Warsaw",
    cities: ["Kraków", "Łódź", "Gdańsk"],
    given: list("Łukasz Małgorzata Wojciech Żaneta Paweł Bożena Michał Agnieszka"),
    family: list("Wiśniewska Wójcik Dąbrowski Zieliński Jabłońska Gołąb"),
  },
  {
    locale: "el",
    zone: "Europe/Athens",
    cities: ["Αθήνα", "Θεσσαλονίκη"],
    given: list("Ελένη Γιώργος Κατερίνα Νίκος Δήμητρα Αλέξανδρος"),
    family: list("Παπαδοπούλου Νικολαΐδης Γεωργίου Οικονόμου Βλάχος"),
  },
  {
    locale: "uk",
    zone: "Europe/Kyiv",
    cities: ["Київ", "Львів", "Одеса"],
    given: list("Оксана Тарас Дарина Богдан Ірина Андрій Соломія Олег"),
    family: list("Шевченко Коваленко Бондаренко Ткачук Мельник Гончар"),
  },
  {
    locale: "ar",
    zone: "Asia/Dubai",
    cities: ["دبي", "الشارقة"],
    given: list("فاطمة محمد ليلى أحمد نور يوسف مريم خالد"),
    family: list("الحسن الخطيب العلي النجار منصور حداد"),
  },
  {
    locale: "he",
    zone: "Asia/Jerusalem",
    cities: ["חיפה", "תל אביב"],
    given: list("נועה איתן תמר יונתן מאיה אורי"),
    family: list("כהן לוי מזרחי פרידמן ביטון"),
  },
  {
    locale: "hi",
    zone: "Asia/Kolkata",
    cities: ["मुंबई", "दिल्ली"],
    given: list("प्रिया अर्जुन अनन्या रोहन कविता विक्रम"),
    family: list("शर्मा वर्मा गुप्ता सिंह मेहता"),
  },
  {
    locale: "th",
    zone: "Asia/Bangkok",
    cities: ["กรุงเทพฯ", "เชียงใหม่"],
    given: list("สมชาย มาลี อนงค์ ธนา พิมพ์ใจ"),
    family: list("ใจดี ศรีสุข วงศ์ทอง บุญมี"),
  },
  {
    locale: "ja",
    zone: "Asia/Tokyo",
    cities: ["東京", "大阪"],
    given: list("陽菜 蓮 結衣 大翔 さくら 健太"),
    family: list("佐藤 鈴木 高橋 渡辺 山本"),
    joined: true,
  },
  {
    locale: "zh",
    zone: "Asia/Shanghai",
    cities: ["上海", "成都"],
    given: list("秀英 伟 丽娜 建国 思雨 浩然"),
    family: list("王 李 张 刘 陈 欧阳"),
    joined: true,
  },
  {
    locale: "ko",
    zone: "Asia/Seoul",
    cities: ["서울", "부산"],
    given: list("지우 서연 민준 하은 도윤 수빈"),
    family: list("김 이 박 최 정"),
    joined: true,
  },
];
