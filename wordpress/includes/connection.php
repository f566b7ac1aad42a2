<?php
/**
 * The connection with the service: its address, the shared secret, and the user that the service uses for lookups.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const CONNECTION = 'tidings_connection';

/** The name of the service's application password. */
const PASSWORD_NAME = 'Tidings';

/**
 * The connection.
 *
 * @return array|null Keys `url` without a slash at its end, `secret`, `user`, `since` and `home`; null while there is none.
 */
function connection() {
	$stored = get_option( CONNECTION );
	return is_array( $stored ) && isset( $stored['url'], $stored['secret'], $stored['user'] ) && null !== key_of( $stored['secret'] )
		? $stored
		: null;
}

/**
 * How the site is named to the service.
 *
 * @return string Host and path.
 */
function home_name() {
	return preg_replace( '#^https?://#', '', untrailingslashit( (string) get_option( 'home' ) ) );
}

/**
 * Whether this is a copy of the site that was connected: posts of a copy are for testing.
 *
 * @return bool
 */
function is_copy() {
	$connection = connection();
	return $connection && isset( $connection['home'] ) && home_name() !== $connection['home'];
}

/**
 * Whether the user may set the service's address. Whatever is at that address is called from the server's own network,
 * and its answer is shown: on a multisite network only network administrators may set it.
 *
 * @return bool
 */
function may_connect() {
	return may_administer( is_multisite() ? 'manage_network_options' : 'manage_options' );
}

/**
 * Why an address cannot be the service's. Plain http is accepted only if it does not leave the machine or its network,
 * because phone numbers and texts are sent over it.
 *
 * @param string $url Address as it was typed.
 * @return string|null A sentence for the administrator; null where it is good.
 */
function fault_of_url( $url ) {
	$parts = wp_parse_url( $url );
	if ( ! is_array( $parts ) || empty( $parts['host'] ) || ! in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true )
		|| isset( $parts['user'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
		return __( 'The address of the service looks like https://sms.example.com, without a query.', 'tidings' );
	}
	if ( preg_match( '#/svc/v1/*$#', $parts['path'] ?? '' ) ) {
		return __( 'Enter the address before /svc/v1, which is appended to it.', 'tidings' );
	}
	if ( 'http' === $parts['scheme'] && ! is_near( trim( $parts['host'], '[]' ) ) ) {
		return __( 'Use https: the connection carries phone numbers, and this address is on another network.', 'tidings' );
	}
	return null;
}

/**
 * Whether a host is this machine or in its own network.
 *
 * @param string $host Name or address.
 * @return bool
 */
function is_near( $host ) {
	if ( filter_var( $host, FILTER_VALIDATE_IP ) ) {
		return ! filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
	}
	return false === strpos( $host, '.' ) || (bool) preg_match( '/\.(local|internal|test|localhost)$/i', $host );
}

/**
 * Connects the site: stores the address and the secret, and creates a new application password for the service's user.
 *
 * @param string $url    Address of the service.
 * @param string $secret Secret of the connection: 43 letters.
 * @return array|\WP_Error Keys `service_user` and `application_password`.
 */
function connect( $url, $secret ) {
	$fault = fault_of_url( $url );
	if ( $fault ) {
		return new \WP_Error( 'tidings_bad_url', $fault, array( 'status' => 400 ) );
	}
	if ( null === key_of( $secret ) ) {
		return new \WP_Error( 'tidings_bad_secret', __( 'That is not a secret of a connection: it has 43 letters and digits. Copy it whole.', 'tidings' ), array( 'status' => 400 ) );
	}
	$user = ensure_service_user();
	if ( is_wp_error( $user ) ) {
		return $user;
	}
	if ( ! wp_is_application_passwords_available_for_user( $user ) ) {
		return new \WP_Error( 'tidings_no_application_passwords', passwords_off(), array( 'status' => 409 ) );
	}
	forget_service_password( $user->ID );
	$made = \WP_Application_Passwords::create_new_application_password( $user->ID, array( 'name' => PASSWORD_NAME ) );
	if ( is_wp_error( $made ) ) {
		return $made;
	}
	update_option(
		CONNECTION,
		array(
			'url'    => untrailingslashit( $url ),
			'secret' => $secret,
			'user'   => $user->ID,
			'since'  => time(),
			'home'   => home_name(),
		),
		false
	);
	delete_option( GROUP_NAMES );
	delete_option( HOSTED_FORMS );
	update_option( SILENT_UNTIL, 0 );
	update_option( PAGES_WAIT, 0, true );
	delete_option( ORDERS_WAIT );
	return array(
		'service_user'         => $user->user_login,
		'application_password' => $made[0],
	);
}

/** Ends the connection: afterwards the service can neither be called nor look anything up. */
function disconnect() {
	$connection = connection();
	delete_option( CONNECTION );
	delete_option( GROUP_NAMES );
	delete_option( HOSTED_FORMS );
	if ( $connection ) {
		forget_service_password( $connection['user'] );
	}
}

/**
 * The user that the service signs in as. Only one that this plugin created counts: where registration is open, a
 * stranger could already have the name, and would get the right to read everybody's number.
 *
 * @return \WP_User|\WP_Error
 */
function ensure_service_user() {
	ensure_service_role();
	$user = get_userdata( (int) get_option( 'tidings_service_user' ) );
	// If users were moved between sites, the id may be that of a person.
	if ( $user && 0 === strpos( $user->user_login, 'tidings-service' ) ) {
		$user->set_role( SERVICE_ROLE );
		return $user;
	}
	$login = username_exists( 'tidings-service' ) ? 'tidings-service-' . strtolower( wp_generate_password( 6, false ) ) : 'tidings-service';
	$id    = wp_insert_user(
		array(
			'user_login'   => $login,
			'user_pass'    => wp_generate_password( 64 ),
			// An address that nobody reads, so nobody can request a new password by e-mail.
			'user_email'   => $login . '@tidings.invalid',
			'display_name' => 'Tidings',
			'role'         => SERVICE_ROLE,
		)
	);
	if ( is_wp_error( $id ) ) {
		return $id;
	}
	update_option( 'tidings_service_user', $id, false );
	return get_userdata( $id );
}

/**
 * Removes every application password with the service's name.
 *
 * @param int $user_id The service's user.
 */
function forget_service_password( $user_id ) {
	foreach ( \WP_Application_Passwords::get_user_application_passwords( $user_id ) as $item ) {
		if ( PASSWORD_NAME === $item['name'] ) {
			\WP_Application_Passwords::delete_application_password( $user_id, $item['uuid'] );
		}
	}
}
