<?php
/**
 * Notifies the service of changed rights at once: it caches what it read for some seconds.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/**
 * More people than this change only if a role changes; their capabilities are read again within half a minute anyway.
 */
const REVOKED_MAX = 1000;

add_action( 'wp_delete_application_password', __NAMESPACE__ . '\\revoke' );
add_action( 'deleted_user', __NAMESPACE__ . '\\revoke' );
add_action( 'remove_user_from_blog', __NAMESPACE__ . '\\revoke' );
foreach ( array( 'wpmu_delete_user', 'make_spam_user', 'granted_super_admin', 'revoked_super_admin' ) as $change ) {
	add_action( $change, __NAMESPACE__ . '\\revoke' );
}
foreach ( array( 'updated_user_meta', 'deleted_user_meta' ) as $change ) {
	add_action( $change, __NAMESPACE__ . '\\revoke_by_meta', 10, 3 );
}
add_action(
	'after_password_reset',
	function ( $user ) {
		revoke( $user->ID );
	}
);
add_action(
	'profile_update',
	function ( $user_id, $before ) {
		$after = get_userdata( $user_id );
		if ( $after && $after->user_pass !== $before->user_pass ) {
			revoke( $user_id );
		}
	},
	10,
	2
);

/**
 * Roles and capabilities of a user are one row of user meta.
 *
 * @param mixed  $unused  Id of the row.
 * @param int    $user_id User.
 * @param string $key     Meta key.
 */
function revoke_by_meta( $unused, $user_id, $key ) {
	global $wpdb;
	if ( $wpdb->get_blog_prefix() . 'capabilities' === $key ) {
		revoke( $user_id );
	}
}

/**
 * Collects users until the end of the request, when the service is notified of all of them at once.
 *
 * @param int|int[] $users Users.
 */
function revoke( $users ) {
	static $waiting = null;
	if ( null === $waiting ) {
		$waiting = array();
		add_action(
			'shutdown',
			function () use ( &$waiting ) {
				$users   = array_slice( array_keys( $waiting ), 0, REVOKED_MAX );
				$waiting = array();
				report_revoked( $users );
			},
			// After everything that still writes to the page.
			PHP_INT_MAX
		);
	}
	foreach ( (array) $users as $user ) {
		$waiting[ (int) $user ] = true;
	}
}

/**
 * The call itself. Its answer is not waited for: if it fails, the service notices by itself within half a minute.
 *
 * @param int[] $users Users.
 */
function report_revoked( $users ) {
	$connection = connection();
	if ( ! $connection || ! $users ) {
		return;
	}
	// WordPress's calls that do not wait for an answer do wait until the call is sent: the page is sent before.
	finish_page();
	$path = '/svc/v1/host/revocations';
	$body = wp_json_encode( array( 'users' => $users ) );
	wp_remote_post(
		$connection['url'] . $path,
		array(
			'headers'     => array( 'Content-Type' => 'application/json' )
				+ signed_headers( key_of( $connection['secret'] ), 'tidings-revocation-v1', 'POST', target_of( $connection, $path ), $body, '', time(), new_nonce() ),
			'body'        => $body,
			'timeout'     => 1,
			'blocking'    => false,
			'redirection' => 0,
		)
	);
}

/**
 * Sends the page, if PHP can do that before the request ends.
 *
 * @return bool Whether nobody waits any more.
 */
function finish_page() {
	static $finished = null;
	if ( null === $finished ) {
		if ( function_exists( 'fastcgi_finish_request' ) ) {
			$finished = fastcgi_finish_request();
		} elseif ( function_exists( 'litespeed_finish_request' ) ) {
			$finished = litespeed_finish_request();
		} else {
			$finished = false;
		}
	}
	return $finished;
}
