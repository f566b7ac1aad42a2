<?php
/**
 * Mobile numbers of users: how they are written and where they are stored.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** The profile's field. */
const PHONE_KEY = 'tidings_mobile';

/** Where WP SMS stored it. */
const OLD_PHONE_KEY = 'mobile';

/** WooCommerce's, of the billing address, as the customer typed it. */
const BILLING_PHONE_KEY   = 'billing_phone';
const BILLING_COUNTRY_KEY = 'billing_country';

/**
 * A number in E.164. The service decides whether such a number can exist; here only its form is checked.
 *
 * @param string $typed As a person types it: with spaces, brackets, 00 for +, or other digits.
 * @return string|null '' for nothing typed, null where it is no international number.
 */
function clean_phone( $typed ) {
	$digits = array( '٠', '١', '٢', '٣', '٤', '٥', '٦', '٧', '٨', '٩', '۰', '۱', '۲', '۳', '۴', '۵', '۶', '۷', '۸', '۹' );
	$phone  = str_replace( $digits, array( 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 ), (string) $typed );
	$phone  = preg_replace( '/[\s().\/\x{00A0}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2010}-\x{2015}-]+/u', '', $phone );
	if ( null === $phone ) {
		return null;
	}
	if ( '' === $phone ) {
		return '';
	}
	$phone = preg_replace( '/^00/', '+', $phone );
	return preg_match( '/^\+[1-9][0-9]{7,14}$/D', $phone ) ? $phone : null;
}

/**
 * A number as part of a sentence. Without these marks, a sentence in a right-to-left language shows its groups in the
 * wrong order, with the plus behind them.
 *
 * @param string $number Number, however it is written.
 * @return string
 */
function in_sentence( $number ) {
	return "\u{2066}" . $number . "\u{2069}";
}

/**
 * The user meta that may hold a number; the first that is filled counts. Sites that used WP SMS have theirs in
 * `mobile`; `billing_phone` is WooCommerce's.
 *
 * @return string[]
 */
function phone_keys() {
	/**
	 * Filters the user meta keys that may hold a mobile number, best first.
	 *
	 * @param string[] $keys Meta keys.
	 */
	return (array) apply_filters( 'tidings_phone_meta_keys', array( PHONE_KEY, OLD_PHONE_KEY, BILLING_PHONE_KEY ) );
}

/**
 * The numbers of a user, as they are stored, best first.
 *
 * @param int $user_id User.
 * @return array[] Keys `phone` and `country`: of the billing address, where the number is the billing phone, which people
 *                 write without their country's code; else ''.
 */
function phones_of_user( $user_id ) {
	$phones = array();
	foreach ( phone_keys() as $key ) {
		$phone = trim( (string) get_user_meta( $user_id, $key, true ) );
		if ( '' !== $phone && ! isset( $phones[ $phone ] ) ) {
			$phones[ $phone ] = array(
				'phone'   => $phone,
				'country' => BILLING_PHONE_KEY === $key ? trim( (string) get_user_meta( $user_id, BILLING_COUNTRY_KEY, true ) ) : '',
			);
		}
	}
	return array_values( $phones );
}
