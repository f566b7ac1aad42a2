<?php
/**
 * WordPress's own tools for exporting and erasing what is known of a person (Tools → Export / Erase Personal Data).
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const MESSAGES_PER_PAGE = 100;

add_filter(
	'wp_privacy_personal_data_exporters',
	function ( $exporters ) {
		$exporters['tidings'] = array(
			'exporter_friendly_name' => __( 'Text messages (Tidings)', 'tidings' ),
			'callback'               => __NAMESPACE__ . '\\export_person',
		);
		return $exporters;
	}
);
add_filter(
	'wp_privacy_personal_data_erasers',
	function ( $erasers ) {
		$erasers['tidings'] = array(
			'eraser_friendly_name' => __( 'Text messages (Tidings)', 'tidings' ),
			'callback'             => __NAMESPACE__ . '\\erase_person',
		);
		return $erasers;
	}
);
add_action(
	'admin_init',
	function () {
		wp_add_privacy_policy_content(
			__( 'Tidings', 'tidings' ),
			wp_kses_post( wpautop( __( 'If you give us your mobile number, we keep it with your profile and send you text messages. Numbers, texts and the time of your consent are kept by our messaging service.', 'tidings' ) ) )
		);
	}
);

/**
 * One page of what is known: the number, then the texts to it.
 *
 * @param string $email E-mail address of the person.
 * @param int    $page  From 1.
 * @return array
 */
function export_person( $email, $page = 1 ) {
	$user  = get_user_by( 'email', $email );
	$phone = $user ? phone_of( $user->ID ) : '';
	if ( '' === $phone ) {
		return array(
			'data' => array(),
			'done' => true,
		);
	}
	$data = array();
	if ( 1 === (int) $page ) {
		$data[] = exported( 'tidings-number', 'number', array( __( 'Mobile number', 'tidings' ) => $phone ) );
	}
	$query  = http_build_query(
		array(
			'recipient' => $phone,
			'page'      => $page,
			'per_page'  => MESSAGES_PER_PAGE,
		)
	);
	$answer = call_service( site_principal( 'svc_outbox' ), 'GET', '/outbox?' . $query );
	if ( 200 !== $answer['status'] ) {
		if ( ! connection() ) {
			return array(
				'data' => $data,
				'done' => true,
			);
		}
		// Stops the export with a message, rather than giving half of it as the whole.
		return new \WP_Error( 'tidings', $answer['message'] );
	}
	$items = $answer['body']['data']['items'] ?? array();
	foreach ( $items as $item ) {
		$data[] = exported(
			'tidings-messages',
			$item['id'],
			array(
				__( 'Date', 'tidings' )    => $item['date'],
				__( 'Message', 'tidings' ) => $item['message'],
				__( 'State', 'tidings' )   => $item['state'],
			)
		);
	}
	return array(
		'data' => $data,
		'done' => count( $items ) < MESSAGES_PER_PAGE,
	);
}

/**
 * One entry of an export.
 *
 * @param string     $group  Name of the group of entries.
 * @param string|int $id     Id inside the group.
 * @param array      $values By label.
 * @return array
 */
function exported( $group, $id, $values ) {
	$data = array();
	foreach ( $values as $name => $value ) {
		$data[] = array(
			'name'  => $name,
			'value' => esc_html( (string) $value ),
		);
	}
	return array(
		'group_id'    => $group,
		'group_label' => __( 'Text messages', 'tidings' ),
		'item_id'     => $group . '-' . $id,
		'data'        => $data,
	);
}

/**
 * Erases a person's number here and what the service has of it.
 *
 * @param string $email E-mail address of the person.
 * @return array
 */
function erase_person( $email ) {
	$result = array(
		'items_removed'  => false,
		'items_retained' => false,
		'messages'       => array(),
		'done'           => true,
	);
	$user   = get_user_by( 'email', $email );
	$phone  = $user ? phone_of( $user->ID ) : '';
	if ( '' === $phone ) {
		return $result;
	}
	if ( connection() ) {
		$answer = call_service(
			site_principal( 'svc_setting' ),
			'POST',
			'/privacy/delete',
			array(
				'mobile'  => $phone,
				'confirm' => true,
			),
			array( 'timeout' => 20 )
		);
		if ( 404 === $answer['status'] && 'no_route' === ( $answer['body']['code'] ?? '' ) ) {
			// A service that cannot erase can at least end the subscriptions.
			call_service( site_principal( 'svc_subscribers' ), 'POST', '/newsletter/unsubscribe', array( 'mobile' => $phone ) );
			$result['items_retained'] = true;
			$result['messages'][]     = __( 'Subscriptions were ended. This version of the Tidings service keeps the texts in its log until their time is over.', 'tidings' );
		} elseif ( 404 !== $answer['status'] && ( $answer['status'] < 200 || $answer['status'] > 299 ) ) {
			$result['items_retained'] = true;
			/* translators: %s: reason */
			$result['messages'][] = sprintf( __( 'The Tidings service has erased nothing: %s', 'tidings' ), $answer['message'] );
			// The number stays, too: without it nobody could try again.
			return $result;
		}
	}
	delete_user_meta( $user->ID, PHONE_KEY );
	$result['items_removed'] = true;
	return $result;
}
