<?php
/**
 * The site's country, as far as its settings show it, and an example of a mobile number there.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Mobile numbers as they are written in each country; none of them is assigned. */
const EXAMPLE_NUMBERS = array(
	'AE' => '+971 50 123 4567',
	'AR' => '+54 9 11 2345 6789',
	'AT' => '+43 664 123456',
	'AU' => '+61 412 345 678',
	'BD' => '+880 1812 345678',
	'BE' => '+32 450 00 12 34',
	'BG' => '+359 43 012 345',
	'BR' => '+55 11 96123 4567',
	'CA' => '+1 506 234 5678',
	'CH' => '+41 78 123 45 67',
	'CL' => '+56 2 2123 4567',
	'CN' => '+86 131 2345 6789',
	'CO' => '+57 321 1234567',
	'CY' => '+357 96 123456',
	'CZ' => '+420 601 123 456',
	'DE' => '+49 1512 3456789',
	'DK' => '+45 34 41 23 45',
	'EE' => '+372 5123 4567',
	'EG' => '+20 10 01234567',
	'ES' => '+34 612 34 56 78',
	'FI' => '+358 41 2345678',
	'FR' => '+33 6 12 34 56 78',
	'GB' => '+44 7400 123456',
	'GR' => '+30 691 234 5678',
	'HK' => '+852 5123 4567',
	'HR' => '+385 92 123 4567',
	'HU' => '+36 20 123 4567',
	'ID' => '+62 812 345 678',
	'IE' => '+353 85 012 3456',
	'IL' => '+972 50 234 5678',
	'IN' => '+91 81234 56789',
	'IR' => '+98 912 345 6789',
	'IS' => '+354 611 1234',
	'IT' => '+39 312 345 6789',
	'JP' => '+81 90 1234 5678',
	'KE' => '+254 712 123456',
	'KR' => '+82 10 2000 0000',
	'LT' => '+370 612 34567',
	'LU' => '+352 628 123 456',
	'LV' => '+371 21 234 567',
	'MA' => '+212 6 50 12 34 56',
	'MT' => '+356 9696 1234',
	'MX' => '+52 222 123 4567',
	'MY' => '+60 12 345 6789',
	'NG' => '+234 802 123 4567',
	'NL' => '+31 6 12345678',
	'NO' => '+47 40 61 23 45',
	'NZ' => '+64 21 123 4567',
	'PE' => '+51 912 345 678',
	'PH' => '+63 905 123 4567',
	'PK' => '+92 301 2345678',
	'PL' => '+48 512 345 678',
	'PT' => '+351 912 345 678',
	'RO' => '+40 712 034 567',
	'RS' => '+381 60 1234567',
	'RU' => '+7 912 345 67 89',
	'SA' => '+966 51 234 5678',
	'SE' => '+46 70 123 45 67',
	'SG' => '+65 8123 4567',
	'SI' => '+386 31 234 567',
	'SK' => '+421 912 123 456',
	'TH' => '+66 81 234 5678',
	'TN' => '+216 20 123 456',
	'TR' => '+90 501 234 56 78',
	'TW' => '+886 912 345 678',
	'UA' => '+380 50 123 4567',
	'US' => '+1 201 555 0123',
	'VN' => '+84 912 345 678',
	'ZA' => '+27 71 123 4567',
);

/** Languages of WordPress whose code does not include a country. */
const COUNTRIES_OF_LANGUAGES = array(
	'ar' => 'SA',
	'ca' => 'ES',
	'el' => 'GR',
	'et' => 'EE',
	'eu' => 'ES',
	'fi' => 'FI',
	'hr' => 'HR',
	'ja' => 'JP',
	'lv' => 'LV',
	'th' => 'TH',
	'uk' => 'UA',
	'vi' => 'VN',
);

/**
 * The site's country: that of its shop, of its language, or of its time zone. A site without a language setting uses
 * American English.
 *
 * @return string Two letters.
 */
function site_country() {
	$shop    = function_exists( 'wc_get_base_location' ) ? (string) ( wc_get_base_location()['country'] ?? '' ) : '';
	$locale  = get_locale();
	$parts   = explode( '_', $locale );
	$country = 'US';
	if ( preg_match( '/^[A-Z]{2}$/D', $shop ) ) {
		$country = $shop;
	} elseif ( 'en_US' !== $locale && preg_match( '/^[A-Z]{2}$/D', $parts[1] ?? '' ) ) {
		$country = $parts[1];
	} elseif ( isset( COUNTRIES_OF_LANGUAGES[ $parts[0] ] ) ) {
		$country = COUNTRIES_OF_LANGUAGES[ $parts[0] ];
	} else {
		$place = wp_timezone()->getLocation();
		if ( is_array( $place ) && preg_match( '/^[A-Z]{2}$/D', (string) $place['country_code'] ) ) {
			$country = $place['country_code'];
		}
	}
	/**
	 * Filters the country whose mobile numbers are shown as examples.
	 *
	 * @param string $country Two capital letters.
	 */
	return (string) apply_filters( 'tidings_country', $country );
}

/**
 * A number with its country code, as it is written here.
 *
 * @return string
 */
function example_number() {
	return EXAMPLE_NUMBERS[ site_country() ] ?? EXAMPLE_NUMBERS['US'];
}
