<?php
/**
 * The subscribe form: it passes a visitor's number and code to the service.
 *
 * Every subscription needs a code, and the response is the same for every number: so nobody can subscribe another
 * person's number, or find out whether it is subscribed or has opted out.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Attempts from one address in ten minutes. */
const TRIES_MAX = 10;

/** Codes for all visitors together in ten minutes. */
const SITE_TRIES_MAX = 100;

add_action( 'template_redirect', __NAMESPACE__ . '\\take_form', 0 );

/**
 * The result of the form that this request submitted, for the one form on the page that it belongs to.
 *
 * @param string     $form   Id of a form.
 * @param array|null $result To be remembered; null reads.
 * @return array Keys `step` (form, code, done), `fault` and the `field` that it is about, `sandbox` (the code left for no
 *               phone), `name`, `mobile`, `fields`, `groups`.
 */
function form_result( $form, $result = null ) {
	static $results = array();
	if ( null !== $result ) {
		$results[ $form ] = $result;
	}
	return $results[ $form ] ?? array( 'step' => 'form' );
}

/**
 * The groups and fields that a form offers, sealed: a visitor cannot choose others. Without a nonce: a page that has
 * been in a cache for days must still work, and a form without a session gives an attacker nothing that they lack.
 *
 * @param array $offer Keys `groups` and `fields`.
 * @return array Encoded offer and its seal.
 */
function seal_offer( $offer ) {
	$encoded = base64url( wp_json_encode( $offer ) );
	return array( $encoded, wp_hash( 'tidings-form|' . $encoded, 'nonce' ) );
}

/** Handles a submitted form on any page. */
function take_form() {
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- see seal_offer().
	if ( ! isset( $_POST['tidings_offer'], $_POST['tidings_seal'], $_POST['tidings_step'] ) ) {
		return;
	}
	$encoded = posted( 'tidings_offer' );
	if ( ! hash_equals( wp_hash( 'tidings-form|' . $encoded, 'nonce' ), posted( 'tidings_seal' ) ) ) {
		// The site has new keys, and the page was cached before.
		$typed = array(
			'name'   => posted( 'tidings_name' ),
			'mobile' => posted( 'tidings_mobile' ),
		);
		nocache_headers();
		form_result( $encoded, fault( 'form', __( 'This page has expired. Please send the form again.', 'tidings' ), 'tidings_name' ) + $typed );
		return;
	}
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- see seal_offer().
	$offer  = (array) json_decode( (string) base64_decode( strtr( $encoded, '-_', '+/' ) ), true );
	$fields = array();
	foreach ( $offer['fields'] ?? array() as $at => $field ) {
		$value = posted( 'tidings_field_' . $at );
		if ( '' !== $value ) {
			$fields[ $field ] = $value;
		}
	}
	$chosen = isset( $_POST['tidings_groups'] ) && is_array( $_POST['tidings_groups'] ) ? wp_parse_id_list( wp_unslash( $_POST['tidings_groups'] ) ) : array();
	$given  = array(
		'name'   => posted( 'tidings_name' ),
		'mobile' => posted( 'tidings_mobile' ),
		'fields' => $fields,
		// A single group needs no choice.
		'groups' => count( $offer['groups'] ) > 1 ? array_values( array_intersect( $offer['groups'], $chosen ) ) : $offer['groups'],
	);
	nocache_headers();
	form_result( $encoded, ( 'code' === posted( 'tidings_step' ) ? send_code( $given, $offer ) : send_subscription( $given, $offer ) ) + $given );
	// phpcs:enable
}

/**
 * One field of the form.
 *
 * @param string $name Field.
 * @return string
 */
function posted( $name ) {
	// phpcs:ignore WordPress.Security.NonceVerification.Missing -- see seal_offer().
	return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) : '';
}

/**
 * The first step: name and number.
 *
 * @param array $given What was typed.
 * @param array $offer What the form offers.
 * @return array Keys `step` and `fault`.
 */
function send_subscription( $given, $offer ) {
	// A field that people do not see: only programs fill it.
	if ( '' !== posted( 'tidings_website' ) ) {
		return array( 'step' => 'code' );
	}
	if ( '' === $given['name'] || '' === $given['mobile'] ) {
		return fault( 'form', __( 'Please give your name and your mobile number.', 'tidings' ), '' === $given['name'] ? 'tidings_name' : 'tidings_mobile' );
	}
	if ( $offer['groups'] && ! $given['groups'] ) {
		return fault( 'form', __( 'Please choose what you would like to hear about.', 'tidings' ), 'tidings_groups' );
	}
	/**
	 * Filters whether a visitor is refused: a hook for a captcha.
	 *
	 * @param string|null $fault A sentence for the visitor; null lets them through.
	 * @param array       $given Keys `name`, `mobile`, `groups`, `fields`.
	 */
	$refusal = apply_filters( 'tidings_form_fault', null, $given );
	if ( is_string( $refusal ) ) {
		return fault( 'form', $refusal );
	}
	if ( too_many_tries( true ) ) {
		return fault( 'form', __( 'Too many attempts. Please wait a few minutes.', 'tidings' ) );
	}
	$clean = clean_phone( $given['mobile'] );
	$body  = array(
		'name'           => $given['name'],
		// The service also reads national numbers of its country.
		'mobile'         => $clean ? $clean : $given['mobile'],
		'double_opt_in'  => true,
		// The number may be anybody's: who is subscribed already keeps their name and fields.
		'on_existing'    => 'keep',
		'consent_source' => 'page',
	);
	if ( $given['groups'] ) {
		$body['group_id'] = $given['groups'];
	}
	if ( $given['fields'] ) {
		$body['custom_fields'] = $given['fields'];
	}
	$answer = call_service( site_principal( 'svc_subscribers' ), 'POST', '/newsletter', $body );
	// 429: too many codes to similar numbers. A subscribed number gets 200, so a different sentence would reveal who is
	// subscribed.
	if ( 200 === $answer['status'] || 429 === $answer['status'] || ! empty( $answer['body']['data']['suppressed'] ) ) {
		return array(
			'step'    => 'code',
			'sandbox' => ! empty( $answer['body']['data']['sandbox'] ),
		);
	}
	if ( 400 === $answer['status'] && isset( $answer['body']['data']['params']['mobile'] ) ) {
		/* translators: %s: example of a number */
		$sentence = sprintf( __( 'That does not look like a mobile number. Please write it with the country code, like %s.', 'tidings' ), in_sentence( example_number() ) );
		return fault( 'form', $sentence, 'tidings_mobile' );
	}
	return fault( 'form', __( 'Subscribing does not work at the moment. Please try again later.', 'tidings' ) );
}

/**
 * The second step: the code from the text message.
 *
 * @param array $given What was typed.
 * @param array $offer What the form offers.
 * @return array Keys `step` and `fault`.
 */
function send_code( $given, $offer ) {
	if ( too_many_tries( false ) ) {
		return fault( 'code', __( 'Too many attempts. Please wait a few minutes.', 'tidings' ) );
	}
	$clean  = clean_phone( $given['mobile'] );
	$answer = call_service(
		site_principal( 'svc_subscribers' ),
		'POST',
		'/newsletter/verify',
		array_filter(
			array(
				'mobile'     => $clean ? $clean : $given['mobile'],
				'activation' => preg_replace( '/\s+/', '', posted( 'tidings_code' ) ),
				'group_id'   => $given['groups'] ? $given['groups'] : $offer['groups'],
			)
		)
	);
	if ( 200 === $answer['status'] ) {
		return array( 'step' => 'done' );
	}
	if ( $answer['status'] >= 400 && $answer['status'] < 500 && 401 !== $answer['status'] && 403 !== $answer['status'] ) {
		return fault( 'code', __( 'That code is wrong or has expired.', 'tidings' ), 'tidings_code' );
	}
	return fault( 'code', __( 'Subscribing does not work at the moment. Please try again later.', 'tidings' ) );
}

/**
 * A step that must be repeated.
 *
 * @param string $step  Step.
 * @param string $fault Sentence for the visitor.
 * @param string $field Name of the field that it is about; '' for none.
 * @return array
 */
function fault( $step, $fault, $field = '' ) {
	return array(
		'step'  => $step,
		'fault' => $fault,
		'field' => $field,
	);
}

/**
 * Counts the attempts of an address, and the codes that the whole site requests, so that nobody can trigger hundreds of
 * texts. The service has its own limits for each number.
 *
 * @param bool $sends Whether this try has a text sent.
 * @return bool
 */
function too_many_tries( $sends ) {
	if ( count_try( substr( wp_hash( network_of( client_address() ), 'nonce' ), 0, 24 ) ) > TRIES_MAX ) {
		return true;
	}
	/**
	 * Filters how many codes all visitors together may request in ten minutes.
	 *
	 * @param int $tries Number.
	 */
	return $sends && count_try( 'site' ) > (int) apply_filters( 'tidings_site_tries', SITE_TRIES_MAX );
}

/**
 * Adds in one statement, so that simultaneous attempts are all counted. Two simultaneous visitors may both read the
 * higher number: then one is refused who was still within the limit, and nobody passes who is beyond it.
 *
 * @param string $whose Letters and digits.
 * @return int This try's number within the ten minutes, or a later one.
 */
function count_try( $whose ) {
	global $wpdb;
	$now = 'tidings_tries_' . intdiv( time(), 10 * MINUTE_IN_SECONDS ) . '_';
	// phpcs:disable WordPress.DB -- a counter; a cache could not add to it safely.
	$wpdb->query( $wpdb->prepare( "INSERT INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, '1', 'no') ON DUPLICATE KEY UPDATE option_value = option_value + 1", $now . $whose ) );
	$tries = (int) $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $now . $whose ) );
	if ( 1 === $tries ) {
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name >= 'tidings_tries_' AND option_name < %s", $now ) );
	}
	// phpcs:enable
	return $tries;
}

/**
 * The part of an address that identifies a visitor: with IPv6 everybody has 2^64 addresses, so the network counts.
 *
 * @param string $address IPv4 or IPv6.
 * @return string
 */
function network_of( $address ) {
	$bytes = (string) inet_pton( $address );
	return 16 === strlen( $bytes ) && 0 !== strpos( $bytes, str_repeat( "\0", 10 ) . "\xff\xff" ) ? bin2hex( substr( $bytes, 0, 8 ) ) : bin2hex( substr( $bytes, -4 ) );
}
