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

/** Sites of a network that are notified of a change that concerns all of them; the others notice within half a minute. */
const SITES_MAX = 100;

/** How long the page may wait for the services of these sites: one that hangs takes a second. */
const SITES_SECONDS = 5;

add_action( 'deleted_user', __NAMESPACE__ . '\\revoke' );
add_action( 'remove_user_from_blog', __NAMESPACE__ . '\\revoke' );
foreach ( array( 'wp_delete_application_password', 'wpmu_delete_user', 'make_spam_user' ) as $change ) {
	add_action( $change, __NAMESPACE__ . '\\revoke_at_all_sites' );
}
foreach ( array( 'granted_super_admin', 'revoked_super_admin' ) as $change ) {
	add_action( $change, __NAMESPACE__ . '\\revoke_in_network' );
}
foreach ( array( 'updated_user_meta', 'deleted_user_meta' ) as $change ) {
	add_action( $change, __NAMESPACE__ . '\\revoke_by_meta', 10, 3 );
}
add_action(
	'after_password_reset',
	function ( $user ) {
		revoke_at_all_sites( $user->ID );
	}
);
add_action(
	'profile_update',
	function ( $user_id, $before ) {
		$after = get_userdata( $user_id );
		if ( $after && $after->user_pass !== $before->user_pass ) {
			revoke_at_all_sites( $user_id );
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
 * A change of what all sites of a network share: passwords, and who is a spammer.
 *
 * @param int $user User.
 */
function revoke_at_all_sites( $user ) {
	revoke( $user );
	if ( is_multisite() && is_super_admin( $user ) ) {
		revoke_in_network( $user );
	} elseif ( is_multisite() ) {
		foreach ( array_slice( get_blogs_of_user( (int) $user ), 0, SITES_MAX ) as $site ) {
			revoke( $user, (int) $site->userblog_id );
		}
	}
}

/**
 * Administrators of the network may do everything at all of its sites.
 *
 * @param int $user User.
 */
function revoke_in_network( $user ) {
	$sites = array(
		'fields' => 'ids',
		'number' => SITES_MAX,
	);
	foreach ( get_sites( $sites ) as $site ) {
		revoke( $user, (int) $site );
	}
}

/**
 * Collects users by site until the end of the request, when the service of each site is notified of all of them at once.
 *
 * @param int|int[] $users Users.
 * @param int|null  $site  Number of the site whose rights they are; null: the current one.
 */
function revoke( $users, $site = null ) {
	static $waiting = null;
	if ( null === $waiting ) {
		$waiting = array();
		add_action(
			'shutdown',
			function () use ( &$waiting ) {
				$sites   = $waiting;
				$waiting = array();
				$until   = microtime( true ) + SITES_SECONDS;
				foreach ( $sites as $at => $users ) {
					if ( microtime( true ) > $until ) {
						break;
					}
					report_revoked_at( $at, array_slice( array_keys( $users ), 0, REVOKED_MAX ) );
				}
			},
			// After everything that still writes to the page.
			PHP_INT_MAX
		);
	}
	$at = $site ?? get_current_blog_id();
	foreach ( (array) $users as $user ) {
		$waiting[ $at ][ (int) $user ] = true;
	}
}

/**
 * Notifies the service of one site of the network, which is seldom the site that shows the page.
 *
 * @param int   $site  Number of the site.
 * @param int[] $users Users.
 */
function report_revoked_at( $site, $users ) {
	if ( get_current_blog_id() === (int) $site ) {
		report_revoked( $users );
		return;
	}
	switch_to_blog( $site );
	report_revoked( $users );
	restore_current_blog();
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
